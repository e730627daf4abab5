import type { APIRequestContext, Page } from "@playwright/test";
import { expectFits, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { acceptByApi } from "#e2e/support/reviews.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { collectScripts } from "#e2e/support/scripts.ts";
import type { Insights, InsightsAnswer } from "#lib/insights/contract/insights.ts";

/*
 * Period, filters and print: `components/insights/insights-view.browser.test.tsx`; whose workload is shown:
 * `lib/insights/server/read.db.test.ts`.
 */

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Insights" });

/** The links of the page to the files of a figure, with the shown number. */
const figuresOf = (page: Page) =>
  page.locator("main a[href*='figure=']").evaluateAll((links) =>
    links.map((link) => ({
      query: new URL((link as HTMLAnchorElement).href).search,
      count: Number((link.firstChild?.textContent ?? "").replaceAll(",", "")),
    })),
  );

/**
 * The beginning of a period whose figures contain the expected files. An answer is cached for a minute, so each poll
 * requests another period.
 */
async function countedSince(
  api: APIRequestContext,
  tag_prefix: string,
  isCounted: (figures: Insights) => boolean,
): Promise<string> {
  let days = 30;
  const since = () => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await expect
    .poll(async () => {
      days += 1;
      const answer = await api.get(`/api/insights?tag_prefix=${tag_prefix}&from=${since()}`);
      const { figures }: InsightsAnswer = await answer.json();
      return figures !== null && isCounted(figures);
    })
    .toBe(true);
  return since();
}

test("reviewers find the insights in the navigation, and axe finds nothing in them", async ({ page, signInAs }) => {
  await signInAs("compliance");
  await page.goto("/decisions");
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Insights" }).click();
  await expect(heading(page)).toBeVisible();
  await expect(section(page, "How long files take")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await expectFits(page);
});

test("each number leads to exactly its files, and the list says which they are", async ({
  page,
  play,
  apiAs,
  signInAs,
  observer,
}) => {
  const family = newTag();
  const { id } = await play("finished", `${family}-1`);
  for (const [scenario, tag] of [
    ["backward-finished", "2"],
    ["item-error-password_protected_pdf", "3"],
    ["pending-upload", "4"],
    ["finished-clean", "5"],
  ] as const) {
    await play(scenario, `${family}-${tag}`);
  }
  await acceptByApi(await apiAs("compliance"), id);
  const from = await countedSince(
    observer,
    family,
    ({ completion, review }) => completion.files + completion.unknown >= 3 && review.decided === 1,
  );
  await signInAs("compliance");
  await page.goto(`/insights?tag_prefix=${family}&from=${from}`);
  const completion = section(page, "How long files take");
  await expect(completion.getByRole("link", { name: "5 files: Created" }).first()).toBeVisible();
  // The collapsed tables have links of their own.
  for (const summary of await page.getByRole("main").locator("summary").all()) await summary.click();
  const figures = await figuresOf(page);
  expect(figures.length).toBeGreaterThan(20);
  for (const { query, count } of new Map(figures.map((figure) => [figure.query, figure])).values()) {
    const answer = await observer.get(`/api/verifications${query}&limit=1`);
    expect((await answer.json()).total, decodeURIComponent(query)).toBe(count);
  }

  await section(page, "Review").getByRole("link", { name: "1 file: Decided" }).first().click();
  await expect(page).toHaveURL(/\/verifications\?figure=/);
  const chip = page.getByRole("list", { name: "Applied filters" }).getByRole("button");
  await expect(chip.first()).toContainText(`tag ${family}…`);
  await expect(chip.first()).toContainText("Figure: Decided, ");
  await expect(page.getByText("1 verification", { exact: true })).toBeVisible();
});

test("the charts and their library are sent with this page alone", async ({ page, signInAs }) => {
  /** The path of a marker. */
  const MARKER_PATH = "M-3.5 0a3.5";
  await signInAs("admin");
  for (const [address, isThere] of [
    ["/verifications", false],
    ["/decisions", false],
    ["/insights", true],
  ] as const) {
    const sent = collectScripts(page);
    await page.goto(address, { waitUntil: "load" });
    const scripts = await sent();
    expect(
      scripts.some(({ text }) => text.includes(MARKER_PATH)),
      address,
    ).toBe(isThere);
  }
});
