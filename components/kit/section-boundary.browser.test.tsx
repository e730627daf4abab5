import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount, WORDS } from "#tools/test/mounted.tsx";
import { Button } from "@/components/ui/button";
import { Section } from "./section.tsx";

/** A part whose text node another program has replaced: React cannot remove it. */
function Count({ shown }: { shown: boolean }) {
  return (
    <p>
      {shown && "one of "}
      <span>two</span>
    </p>
  );
}

function Page() {
  const [shown, setShown] = useState(true);
  return (
    <>
      <Button onClick={() => setShown(!shown)}>Change</Button>
      <Section id="items" title="Items">
        <Count shown={shown} />
      </Section>
      <Section id="people" title="People">
        {shown ? "before" : "after"}
      </Section>
    </>
  );
}

it.each(["en", "es-MX"] as const)("a section that fails says so, and the others go on (%s)", async (locale) => {
  const sent: unknown[] = [];
  const fetched = vi.spyOn(window, "fetch").mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: 204 });
  });
  onTestFinished(() => fetched.mockRestore());
  mount(<Page />, locale);
  const { failed } = WORDS[locale].shell;
  const text = [...(document.querySelector("section p")?.childNodes ?? [])].find((node) => node.nodeType === 3);
  const font = document.createElement("font");
  font.textContent = "uno de ";
  text?.parentNode?.replaceChild(font, text);

  await userEvent.click(page.getByRole("button", { name: "Change" }));
  await expect.element(page.getByRole("alert").getByText(failed.section)).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Items" })).toBeVisible();
  await expect.element(page.getByText("after")).toBeVisible();
  const position = expect.stringMatching(/^[\w.~-]+\.js:\d+:\d+$/);
  await expect
    .poll(() => sent)
    .toEqual([{ section: "items", error: "NotFoundError", positions: expect.arrayContaining([position]) }]);

  await userEvent.click(page.getByRole("button", { name: failed.retry }));
  await expect.element(page.getByText("two")).toBeVisible();
  expect(page.getByRole("alert").elements()).toEqual([]);
  // React logs what a boundary has caught.
  const logged = vi.spyOn(console, "error");
  expect(logged).toHaveBeenCalledOnce();
  logged.mockClear();
});
