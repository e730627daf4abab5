import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { MonthForm } from "./month-form.tsx";

const words = MESSAGES.en.report;
const link = (name: string) => page.getByRole("link", { name });

it("leads to another month by its name, and one month back or on, up to the current one", async () => {
  const { visited } = mountPage(<MonthForm month="2026-10" current="2026-11" />);
  await expect.element(link(words.earlier)).toHaveAttribute("href", "/insights/report?month=2026-09");
  await expect.element(link(words.later)).toHaveAttribute("href", "/insights/report?month=2026-11");
  await expectAccessible();
  await page.getByLabelText(words.month, { exact: true }).selectOptions("December 2025");
  await page.getByRole("button", { name: words.show, exact: true }).click();
  await expect.poll(() => visited).toEqual(["/insights/report?month=2025-12"]);
});

it("leads to no month after the current one, and offers a month that is not among the recent ones", async () => {
  mountPage(<MonthForm month="2026-11" current="2026-11" />);
  await expect.element(link(words.earlier)).toBeVisible();
  await expect.element(link(words.later)).not.toBeInTheDocument();
  mountPage(<MonthForm month="2020-01" current="2026-11" />);
  await expect.element(page.getByLabelText(words.month, { exact: true }).last()).toHaveValue("2020-01");
});
