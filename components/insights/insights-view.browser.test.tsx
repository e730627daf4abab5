import { expect, it, onTestFinished, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { answerOfOctober } from "#lib/insights/server/testing/answer.ts";
import { type Asked, expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { InsightsView } from "./insights-view.tsx";

const PATH = "GET /api/insights";
const OCTOBER = answerOfOctober();
/** Days in which nothing happened and no file waits. */
const NOTHING = JSON.parse(JSON.stringify(OCTOBER), (_, value) =>
  Array.isArray(value) ? [] : typeof value === "number" ? 0 : value,
) as Insights;

const newest = (figures: Insights) => ({ figures, computing: null });

const CHOICES = { status: [], documents_status: [], label: [], account: [], item_error: [], item_type: [] };

const mounted = (answer: unknown, address = "/insights") =>
  mountPage(
    <main id="main" tabIndex={-1}>
      <InsightsView today="2026-11-02" timeZone="America/Mexico_City" />
    </main>,
    { address, answers: { [PATH]: answer, "GET /api/choices/verifications": CHOICES } },
  );

const button = (name: string | RegExp) => page.getByRole("button", { name });
const completion = page.getByRole("region", { name: "How long files take" });

it("has period, group and filters in the address, and shows the former figures while others load", async () => {
  const answered = Promise.withResolvers<void>();
  const { asked } = mounted(({ query }: Asked) =>
    query.has("tag_prefix") ? answered.promise.then(() => newest(NOTHING)) : newest(OCTOBER),
  );
  await expect.element(completion).toBeVisible();
  await button("Last 30 days").click();
  await button("Last 7 days").click();
  expect(window.location.search).toBe("?from=2026-10-27&to=2026-11-02");
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Last 7 days")).toBeVisible();
  await page.getByRole("combobox", { name: "Points of the charts" }).selectOptions("day");
  await expect.poll(() => window.location.search).toMatch(/group=day/);

  await page
    .getByRole("region", { name: "Period and filters" })
    .getByRole("button", { name: /^Filters/ })
    .click();
  await page.getByLabelText("Tag begins with").fill("nothing-begins-so");
  await button("Apply filter").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("status").getByText(MESSAGES.en.insights.loading)).toBeVisible();
  await expect.element(completion).toBeVisible();
  answered.resolve();
  await expect.element(page.getByRole("heading", { name: "No figures in this period" })).toBeVisible();
  await expectAccessible();
  await button("Remove Tag begins with: nothing-begins-so").click();
  await expect.element(completion).toBeVisible();
  expect(window.location.search).not.toMatch(/tag_prefix/);
  expect(
    asked
      .filter(({ path }) => path === "/api/insights")
      .at(-1)
      ?.query.get("from"),
  ).toBe("2026-10-27");
});

/** Texts of the status line, in their order, without the other status lines of the page. */
function statusLines(): string[] {
  const lines: string[] = [];
  const line = document.querySelector("[role=status]");
  const observer = new MutationObserver(() => {
    const text = line?.textContent ?? "";
    if (text !== lines.at(-1)) lines.push(text);
  });
  if (line) observer.observe(line, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return lines;
}

const progress = page.getByRole("progressbar", { name: "Computed parts of the figures" });
const nextPoll = () => vi.advanceTimersByTime(1_000);

it("shows the last figures with their time and the progress until the newer ones are computed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const newer = answerOfOctober({ computed_at: "2026-11-02T16:00:00.000000Z" });
  const { answer, asked } = mounted({ figures: OCTOBER, computing: { done: 7, of: 23 } });
  await expect.element(progress).toHaveAttribute("value", "7");
  await expect.element(page.getByText("7 of 23 parts")).toBeVisible();
  await expect.element(completion).toBeVisible();
  await expect.element(page.getByRole("status").getByText(/^As of .*9:00.* · computing newer figures$/)).toBeVisible();
  await expectAccessible();
  const said = statusLines();
  answer(PATH, { figures: OCTOBER, computing: { done: 12, of: 23 } });
  nextPoll();
  await expect.element(progress).toHaveAttribute("value", "12");
  answer(PATH, newest(newer));
  nextPoll();
  await expect.element(progress).not.toBeInTheDocument();
  expect(said).toEqual([expect.stringMatching(/^As of .*10:00/)]);
  const calls = asked.length;
  nextPoll();
  expect(asked.length).toBe(calls);
});

it("shows the progress of a first computation in place of the figures, and lets the period be changed meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { answer } = mounted(({ query }: Asked) =>
    query.has("from") ? newest(OCTOBER) : { figures: null, computing: { done: 0, of: 23 } },
  );
  await expect.element(page.getByRole("heading", { name: MESSAGES.en.insights.computing.first })).toBeVisible();
  await expect.element(progress).toHaveAttribute("max", "23");
  await expect.element(completion).not.toBeInTheDocument();
  await expectAccessible();
  await button("Last 30 days").click();
  await button("Last 365 days").click();
  expect(window.location.search).toBe("?from=2025-11-03&to=2026-11-02");
  await expect.element(completion).toBeVisible();
  await expect.element(progress).not.toBeInTheDocument();
  await page.getByRole("list", { name: "Period" }).getByRole("button", { name: "Last 30 days" }).click();
  await expect.element(progress).toBeVisible();
  answer(PATH, failing(500, "INTERNAL_SERVER_ERROR"));
  nextPoll();
  await expect.element(page.getByRole("alert").getByText(MESSAGES.en.insights.failed)).toBeVisible();
  await expect.element(progress).not.toBeInTheDocument();
});

it("is printed with the values of each chart, and without controls", async () => {
  mounted(newest(OCTOBER));
  const table = page.getByRole("table", { name: "Files created and completed", includeHidden: true });
  await expect.element(page.getByRole("slider").first()).toBeVisible();
  await expectAccessible();
  const emulate = (media: string) => cdp().send("Emulation.setEmulatedMedia", { media });
  onTestFinished(async () => void (await emulate("")));
  await emulate("print");
  window.dispatchEvent(new Event("beforeprint"));
  await expect.element(table).toBeVisible();
  await expect.element(page.getByRole("slider").first()).toBeVisible();
  expect(document.querySelector("details:not([open])")).toBeNull();
  await expect.element(page.getByText("Last 30 days")).not.toBeVisible();
  await emulate("");
  window.dispatchEvent(new Event("afterprint"));
  await expect.element(table).not.toBeVisible();
});

it("leads to the files of the day that nobody has checked for a year, whatever the period", async () => {
  mounted(newest(OCTOBER));
  const link = page.getByRole("link", { name: "12 files: Files in a relationship not checked for 12 months" });
  await expect.element(link).toBeVisible();
  const { searchParams } = new URL((link.element() as HTMLAnchorElement).href);
  expect(searchParams.get("figure")).toBe("unchecked@2026-11-02..2026-11-02");
  await expectAccessible();
});

it("has no number of unchecked files where the policy has no check", async () => {
  mounted(newest({ ...OCTOBER, dates: { unchecked: null, overdue: 3 } }));
  await expect.element(completion).toBeVisible();
  expect(document.body.textContent).not.toContain("not checked for 12 months");
});
