import type { Page } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { BROKEN, pressIfShown } from "#e2e/support/failures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, search, searchFor, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/*
 * Loading, no match and failure are different states. The fourth state, an empty list, needs an installation without
 * events: `e2e/first-day/1-first-start.spec.ts`.
 */
const STATES = {
  loading: "Loading verifications…",
  empty: "No verification has arrived yet",
  nothing: "Nothing matches these filters",
  failed: "The list could not be loaded",
};

const ANY_LIST = /\/api\/(verifications\?|searches\/verifications$)/;

/** Expects one of the states, and no other. */
async function only(page: Page, state: keyof typeof STATES) {
  await expect(page.getByText(STATES[state]).first()).toBeAttached();
  for (const other of Object.values(STATES).filter((words) => words !== STATES[state])) {
    await expect(page.getByText(other)).toHaveCount(0);
  }
}

test("the list shows that it is loading, that no file matches the filters, that its rows may be old, or a failure and its cause", async ({
  page,
  play,
  sandbox,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 503/);
  const { id, tag } = await play("pending-upload");
  await signInAs("compliance");
  await test.step("loading, in its final size", async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route(ANY_LIST, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    // Before the page is hydrated the link loads a new document, which comes with its rows.
    await live(page);
    await page.getByRole("navigation").getByRole("link", { name: "Verifications" }).first().click();
    await expect(page.getByRole("status").filter({ hasText: STATES.loading })).toBeAttached();
    await only(page, "loading");
    // Hovering the skeleton does not keep the rows from being shown.
    await page.getByRole("main").hover();
    go();
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await expect(page.getByText(STATES.loading)).toHaveCount(0);
    await page.unroute(ANY_LIST);
  });

  await test.step("the previous filter's rows, readable while the list loads", async () => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route(ANY_LIST, async (route) => {
      await held;
      await route.continue();
    });
    await search(page).fill("previous rows");
    await expect(table(page)).toHaveAttribute("aria-busy", "true");
    expect(await violationsOf(page)).toEqual([]);
    go();
    await expect(page.getByText(STATES.nothing).first()).toBeAttached();
    await page.unroute(ANY_LIST);
  });

  await test.step("no match, with the filters and a way to clear them", async () => {
    const unknown = newTag();
    await search(page).fill(unknown);
    await expect(page.getByText(STATES.nothing).first()).toBeAttached();
    await only(page, "nothing");
    await expect(page.getByRole("main").getByText(unknown).last()).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters", exact: true }).click();
    await expect(page).toHaveURL("/verifications");
    await expect(table(page).getByRole("link").first()).toBeVisible();
  });

  await test.step("rows of before, which may be old, while a reload fails", async () => {
    await searchFor(page, tag);
    await expect(rowOf(page, tag)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.route(ANY_LIST, (route) => route.fulfill(BROKEN));
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    const stale = page.getByRole("status").filter({ hasText: "The list could not be refreshed" });
    await expect(stale).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute(ANY_LIST);
    await pressIfShown(stale.getByRole("button", { name: "Try again" }));
    await expect(rowOf(page, tag)).toContainText("Partly uploaded");
    await expect(stale).toBeHidden();
  });

  await test.step("a failure, its cause, a note that no data is lost, and the next step", async () => {
    await page.route(ANY_LIST, (route) => route.fulfill(BROKEN));
    await search(page).fill("anything");
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText(STATES.failed);
    await expect(alert).toContainText("The dashboard cannot reach its database at the moment.");
    await expect(alert).toContainText("Nothing is lost");
    await only(page, "failed");
    expect(await violationsOf(page)).toEqual([]);
    await page.unroute(ANY_LIST);
    await pressIfShown(alert.getByRole("button", { name: "Try again" }));
    await expect(page.getByText(STATES.nothing).first()).toBeAttached();
    await only(page, "nothing");
  });
});
