import { useEffect, useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listenForHeldKeys } from "#components/kit/key-buffer.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { Button } from "@/components/ui/button";
import { NoteForm, NoteWaits } from "./note-form.tsx";

const FILE = "/api/verifications/ver_1";
const NOTES = { data: { items: [], kinds: ["general" as const] }, isError: false, refetch: () => Promise.reject() };

/** A file whose activity is rendered later, for those who may write notes. */
function Later({ writes }: { writes: boolean }) {
  const [isThere, setIsThere] = useState(false);
  useEffect(listenForHeldKeys, []);
  return (
    <>
      <Button onClick={() => setIsThere(true)}>Show</Button>
      {!isThere && <NoteWaits />}
      {isThere && writes && <NoteForm verificationId="ver_1" notes={NOTES} />}
    </>
  );
}

const mounted = (role: Role) =>
  mountPage(<Later writes={role === "compliance"} />, {
    role,
    answers: { [`GET ${FILE}/drafts`]: { items: [] }, [`PUT ${FILE}/drafts/note`]: {} },
  });
const show = () => (page.getByRole("button", { name: "Show" }).element() as HTMLElement).click();

it("gets the text typed after its key before it was rendered", async () => {
  mounted("compliance");
  await userEvent.keyboard("nready to decide");
  show();
  const field = page.getByRole("textbox", { name: "Add a note" });
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue("ready to decide");
});

it("holds no key of readers who may not write notes", () => {
  mounted("auditor");
  const event = new KeyboardEvent("keydown", { key: "n", bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});
