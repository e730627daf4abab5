import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import { BROKEN } from "#e2e/support/failures.ts";

const ANY_PAGE = /\/api\/verifications\?/;
/** Not what counts a saved view. */
const ROWS = /\/api\/verifications\?(?!.*\blimit=1$)/;

/** Opens the list and waits until it receives live updates. */
export async function openList({ page, words }: Pick<Posing, "page" | "words">, query = ""): Promise<void> {
  await page.goto(`/verifications${query}`);
  await isLive(page, words);
}

export async function isLive(page: Page, { shell }: Posing["words"]): Promise<void> {
  await expect(page.locator("[data-announced]").filter({ hasText: new RegExp(`^${shell.live.live}$`) })).toBeVisible();
}

const firstRow = (page: Page) => page.locator("[data-row-link]").first();

const openFilter = (page: Page, { verifications: { filters } }: Posing["words"], name: string) =>
  page
    .getByRole("region", { name: filters.label })
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .click();

export const list: Screen = {
  title: "Verifications",
  says: "The reviewer's worklist: every verification that is known, narrowed and ordered by what the address says.",
  pictures: [
    {
      name: "verifications",
      title: "List: full",
      says: "A row a file: how far its documents came, what was found, what failed, and when it last moved. On a phone a row is a card.",
      looks: [look(), look(1440, "dark", "es-MX"), look(1280, "light", "es-MX"), look(360), look(360, "dark", "es-MX")],
      pose: (posing) => openList(posing),
    },
    {
      name: "verifications-compact",
      title: "List: compact rows",
      says: "The same rows, closer together.",
      looks: [look(1440, "dark")],
      async pose(posing) {
        await openList(posing);
        await posing.page.getByRole("button", { name: posing.words.verifications.density.compact }).click();
      },
    },
    {
      name: "verifications-incomplete",
      title: "Verifications: events may be missing",
      says: "A mark beside the file, which says of what.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      async pose({ page, words }) {
        const answer = await (await page.request.get("/api/verifications")).json();
        const items = answer.items.map((row: object, index: number) => ({
          ...row,
          possibly_incomplete: index % 3 === 0 ? ["documents_status_timeline", "items", "labels"] : [],
        }));
        await page.route(ROWS, (route) => route.fulfill({ json: { ...answer, items } }));
        await page.goto("/verifications");
        await isLive(page, words);
        await expect(page.locator(".icon-incomplete").first()).toBeVisible();
      },
    },
    {
      name: "verifications-zoomed",
      title: "List: at 200 %",
      says: "What is left of a window of 1440 pixels at twice the size: nothing is cut, nothing scrolls sideways.",
      looks: [look(720, "light", "es-MX")],
      pose: (posing) => openList(posing),
    },
    {
      name: "verifications-empty",
      title: "List: nothing has ever come",
      says: "Why the list is empty, what fills it, and what one can do about what happened before.",
      looks: [look(), look(360, "dark", "es-MX")],
      act: "first day",
      async pose({ page, words }) {
        await page.goto("/verifications");
        await expect(page.getByText(words.verifications.page.empty.title)).toBeVisible();
        await expect(page.getByRole("banner").getByText(words.shell.live.deaf, { exact: true })).toBeVisible();
      },
    },
    {
      name: "verifications-nothing",
      title: "List: filtered to nothing",
      says: "Which filters together match nothing, and one press that takes them all off.",
      looks: [look(1440, "dark"), look(360, "light", "es-MX")],
      pose: (posing) => openList(posing, "?status=error&severity=high&quiet_days=14&q=Constructora"),
    },
    {
      name: "verifications-failed",
      title: "List: failed",
      says: "What failed, that nothing is lost, and trying again.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        const { page, words } = posing;
        // Text is posted.
        await page.route(/\/api\/searches\/verifications$/, (route) => route.fulfill(BROKEN));
        await openList(posing);
        await page.getByRole("search").getByRole("textbox").fill("Sierra Madre");
        await expect(page.getByText(words.verifications.page.failed.title)).toBeVisible();
      },
    },
    {
      name: "verifications-loading",
      title: "List: loading",
      says: "The list in its final size, before anything is known.",
      looks: [look(), look(1440, "dark", "es-MX")],
      async pose({ page, words }) {
        // The rows are held back; the page's frame comes.
        await page.route(ANY_PAGE, () => {});
        await page.goto("/");
        await isLive(page, words);
        await page.getByRole("main").getByRole("link", { name: words.overview.all }).click();
        await expect(page.getByText(words.verifications.page.loading)).toBeAttached();
      },
    },
    {
      name: "verifications-stale",
      title: "List: stale",
      says: "The rows that were there stay, and it is said that they may be old.",
      looks: [look(1440, "dark", "es-MX"), look(360)],
      async pose(posing) {
        const { page, words, stage } = posing;
        await openList(posing);
        await page.route(ANY_PAGE, (route) => route.fulfill(BROKEN));
        await move(stage, 1);
        await expect(page.getByText(words.list.stale.text)).toBeVisible();
      },
    },
    {
      name: "verifications-updated",
      title: "List: held still",
      says: "While one reads, nothing moves: what has changed meanwhile is counted, and comes when one wants it.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        const { page, stage } = posing;
        await openList(posing);
        if (page.viewportSize()?.width === 360) await page.evaluate(() => window.scrollTo(0, 150));
        else await page.getByRole("row").nth(8).hover();
        await move(stage, 3);
        await expect(page.getByRole("button", { name: /^3 / })).toBeVisible();
      },
    },
    {
      name: "verifications-filter",
      title: "List: a filter open",
      says: "Values of one kind to choose from, applied as one chooses; each applied one can be taken off below.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        const { page, words } = posing;
        await openList(posing, "?status=pending,pending_validation");
        await openFilter(page, words, words.verifications.filters.names.status);
      },
    },
    {
      name: "verifications-filter-labels",
      title: "List: labels that occur",
      says: "Labels are chosen from those that files have.",
      looks: [look(1440, "dark", "es-MX")],
      async pose(posing) {
        const { page, words } = posing;
        await openList(posing);
        await openFilter(page, words, words.verifications.filters.more);
        await page.getByRole("checkbox", { name: "pep_match" }).check();
        await expect(firstRow(page)).toBeVisible();
        await expect(page).toHaveURL(/label=pep_match/);
      },
    },
    {
      name: "verifications-more-filters",
      title: "List: more filters",
      says: "What one needs less often, labels too; on a phone also order and days of creation.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        const { page, words } = posing;
        await openList(posing, "?has_item_error=true");
        await openFilter(page, words, words.verifications.filters.more);
        await expect(page.getByRole("checkbox", { name: "password_protected_pdf" })).toBeAttached();
      },
    },
    {
      name: "verifications-ignored",
      title: "List: a part of the address ignored",
      says: "A mistyped address is followed as far as it can be, and says what of it was not.",
      looks: [look(1440, "light", "es-MX")],
      pose: (posing) => openList(posing, "?status=finished&created_from=ayer&severity=high,grave"),
    },
  ],
};

/** Lets something happen to so many of the files that are there to move, each time in the other order. */
async function move({ files: { moving }, deliver }: Posing["stage"], count: number): Promise<void> {
  moving.reverse();
  const findings = [{ severity: "medium", message: "La constancia de situación fiscal tiene más de tres meses." }];
  await deliver(moving.slice(0, count).map((file) => [file, { kind: "findings", run_id: randomUUID(), findings }]));
}
