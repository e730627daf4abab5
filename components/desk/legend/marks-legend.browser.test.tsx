import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ICONS, type IconName } from "#components/kit/icon.ts";
import { PaletteButton } from "#components/kit/shell/palette-button.tsx";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { MarksLegend } from "./marks-legend.tsx";

const button = () => page.getByRole("button", { name: "What the marks mean" });
const legend = () => page.getByRole("dialog", { name: "What the marks mean" });

/** Icons of the image that are parts of controls. */
const CONTROLS: readonly IconName[] = ["arrow", "chevron"];

it("opens by click with every mark of a file and its words", async () => {
  mountPage(<MarksLegend />);
  await button().click();
  await expect.element(legend().getByText("Findings, by severity")).toBeVisible();
  const drawn = [...legend().element().querySelectorAll(".icon")].map((mark) => {
    expect(mark.textContent).not.toBe("");
    return getComputedStyle(mark).getPropertyValue("--icon");
  });
  const marks = (Object.keys(ICONS) as IconName[]).filter((name) => !CONTROLS.includes(name));
  expect(marks.filter((name) => !drawn.includes(/\d+/.exec(ICONS[name])?.[0] ?? ""))).toEqual([]);
  for (const words of [
    "High",
    "Document needs attention",
    "External steps pending",
    "Overdue",
    "Events may be missing",
  ])
    await expect.element(legend().getByText(words, { exact: true })).toBeVisible();
});

it.each(["light", "dark"])("has nothing that axe finds in the %s theme", async (theme) => {
  const { documentElement: root } = document;
  root.dataset.theme = theme;
  mountPage(<MarksLegend />);
  await button().click();
  await expect.element(legend().getByText("Pending validation")).toBeVisible();
  await expectAccessible();
  delete root.dataset.theme;
});

it("opens by the keyboard; Escape closes it and returns the focus", async () => {
  mountPage(<MarksLegend />, { locale: "es-MX" });
  const name = "Qué significan las marcas";
  const opener = page.getByRole("button", { name });
  opener.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog", { name }).getByText("En espera del cliente")).toBeVisible();
  expect(page.getByRole("dialog", { name }).element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog", { name })).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

it("opens from the search of commands, on a page that has it", async () => {
  const user = { email: "ana@example.mx", name: "Ana Ruiz", role: "compliance" } as const;
  const files = { items: [], next_cursor: null, total: 0 };
  mountPage(
    <>
      <PaletteButton user={user} sandbox={false} />
      <MarksLegend />
    </>,
    { answers: { "GET /api/views": { items: [] }, "POST /api/searches/verifications": files } },
  );
  await page.getByRole("button", { name: "Search" }).click();
  await userEvent.fill(page.getByRole("combobox"), "marks");
  await page.getByRole("option", { name: "What the marks mean" }).click();
  await expect.element(legend().getByText("Findings, by severity")).toBeVisible();
});
