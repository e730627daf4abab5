import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "#tools/test/mounted.tsx";
import { Input } from "@/components/ui/input";
import { FilterPanel } from "./filter-panel.tsx";

test("a panel opens by the first key after another panel was closed by a key", async () => {
  mount(
    ["Status", "Documents"].map((label) => (
      <FilterPanel key={label} label={label} count={0}>
        <Input aria-label={`Choice of ${label}`} />
      </FilterPanel>
    )),
  );
  const button = (label: string) => page.getByRole("button", { name: label }).element() as HTMLElement;
  button("Status").focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Choice of Status")).toHaveFocus();
  // In the same task, before the closed panel returns the focus.
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  for (let turn = 0; turn < 1_000 && document.activeElement !== document.body; turn += 1) await Promise.resolve();
  button("Documents").focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Choice of Documents")).toBeVisible();
});
