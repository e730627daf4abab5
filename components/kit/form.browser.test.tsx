import { type FormEvent, useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { mount, WORDS } from "#tools/test/mounted.tsx";
import { Button } from "@/components/ui/button";
import { Form } from "./form.tsx";
import { TextField } from "./text-field.tsx";
import { TypedField } from "./typed-field.tsx";

const email = page.getByLabelText("E", { exact: true });
const password = page.getByLabelText("P", { exact: true });
const send = page.getByRole("button", { name: "Send" });

function Confirmation({ onSubmit }: { onSubmit: (event: FormEvent) => void }) {
  const [name, setName] = useState("old");
  return (
    <Form onSubmit={onSubmit}>
      <TypedField label={`Type ${name}`} text={name} differs="Another name" />
      <Button type="submit">Send</Button>
      <Button type="button" onClick={() => setName("new")}>
        Rename
      </Button>
    </Form>
  );
}

test("a field whose required text changes is empty and without an error, and accepts the new text alone", async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  mount(<Confirmation onSubmit={onSubmit} />);
  await page.getByLabelText("Type old").fill("new");
  await send.click();
  await expect.element(page.getByLabelText("Type old")).toHaveAccessibleDescription("Another name");
  await page.getByRole("button", { name: "Rename" }).click();
  const field = page.getByLabelText("Type new");
  await expect.element(field).toHaveValue("");
  await expect.element(field).not.toHaveAttribute("aria-invalid");
  await send.click();
  await expect.element(field).toHaveAccessibleDescription("Another name");
  expect(onSubmit).not.toHaveBeenCalled();
  await field.fill("new");
  await send.click();
  expect(onSubmit).toHaveBeenCalledOnce();
});

test.each(LOCALES)("says errors beside their fields, focuses the first, and keeps typed text (%s)", async (locale) => {
  const { field } = WORDS[locale].shell;
  const missing = (label: string) => `${locale === "en" ? "Fill in" : "Completa"} “${label}”.`;
  const onSend = vi.fn<(typed: FormData) => void>();
  mount(
    <Form onSend={onSend}>
      <TextField label="E" name="email" type="email" required />
      <TextField label="P" name="password" type="password" required />
      <Button type="submit">Send</Button>
    </Form>,
    locale,
  );
  /** Whether the browser's own error popup was prevented, for each `invalid` event. */
  const prevented: boolean[] = [];
  document.body.addEventListener("invalid", (event) => queueMicrotask(() => prevented.push(event.defaultPrevented)), {
    capture: true,
  });
  (password.element() as HTMLElement).focus();
  await send.click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription(missing("E"));
  await expect.element(password).toHaveAccessibleDescription(missing("P"));
  await expect.element(password).toHaveAttribute("aria-invalid", "true");

  await email.fill("nobody");
  await expect.element(email).not.toHaveAttribute("aria-invalid");
  await password.fill("something");
  await send.click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription(field.email);
  await expect.element(email).toHaveValue("nobody");
  await expect.element(password).toHaveValue("something");
  expect(prevented).toEqual([true, true, true]);
  expect(onSend).not.toHaveBeenCalled();

  await email.fill("nobody@example.mx");
  await send.click();
  expect(onSend.mock.calls.map(([typed]) => Object.fromEntries(typed))).toEqual([
    { email: "nobody@example.mx", password: "something" },
  ]);
});
