import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "#tools/test/mounted.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { WhenFilter } from "./day-range.tsx";

function Received() {
  const [range, setRange] = useState<{ from: string | null; to: string | null }>({ from: "2026-01-15", to: null });
  return (
    <>
      <WhenFilter label="Received" range={range} onChange={(part) => setRange((known) => ({ ...known, ...part }))} />
      <output>{range.from}</output>
    </>
  );
}

test("arrow keys change a day without leaving its field, and a chosen span replaces it", async () => {
  mount(<Received />);
  await page.getByRole("button", { name: /^Received/ }).click();
  const from = page.getByLabelText("From", { exact: true });
  await expect.element(from).toHaveValue("2026-01-15");
  (from.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowUp}");
  // The day begins in the reader's time zone.
  await expect.element(page.getByRole("status")).toHaveTextContent("2026-02-15T06:00Z");
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(from).toHaveValue("2026-03-15");
  await expect.element(from).toHaveFocus();
  await page.getByRole("button", { name: "Any time" }).click();
  await expect.element(from).toHaveValue("");
});

test("the search among many choices is named by their legend", async () => {
  const values = Array.from({ length: 12 }, (_, index) => `event.${index}`);
  mount(
    <ChoiceList legend="Event" values={values} chosen={[]} onChange={() => undefined} nameOf={(value) => value}>
      {(value) => value}
    </ChoiceList>,
  );
  await expect.element(page.getByRole("textbox")).toHaveAccessibleName("Event: search");
});
