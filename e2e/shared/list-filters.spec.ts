import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, live, rowOf, search, table } from "#e2e/support/list.ts";
import { peopleOf } from "#e2e/support/people.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/* The files that each filter finds are tested by `lib/server/verifications/list/list.db.test.ts`. */

const filters = (page: Page) => page.getByRole("region", { name: "Filters" });
const chips = (page: Page) => page.getByRole("list", { name: "Applied filters" });
const chip = (page: Page, name: string) => chips(page).getByRole("button", { name: `Remove ${name}` });
const filterButton = (page: Page, name: string) => filters(page).getByRole("button", { name: new RegExp(`^${name}`) });
const panelOf = (page: Page, name: string) => page.getByRole("dialog", { name: new RegExp(`^${name}`) });
const nothing = (page: Page) => page.getByText("Nothing matches these filters");

/** The day `offset` days from today in the reader's zone, as in date fields and addresses. */
const day = (offset: number) => new Date(Date.now() - 6 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);

async function open(page: Page, name: string) {
  await filterButton(page, name).click();
  const panel = panelOf(page, name);
  await expect(panel).toBeVisible();
  return panel;
}

async function close(page: Page, name: string) {
  await page.keyboard.press("Escape");
  await expect(panelOf(page, name)).toBeHidden();
}

test.beforeEach(async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs("compliance");
});

test("each filter above the list is set there, counted on its button, kept in the address, and removed by its chip; the headers order the list", async ({
  page,
  play,
  change,
  observer,
}) => {
  // Tags of one family begin alike, so that verifications of other specs cannot move its rows out of the window.
  const family = newTag();
  const failed = await play("people-not-found", `${family}-1`);
  const high = await play("finished-high-findings", `${family}-2`);
  const broken = await play("item-error-password_protected_pdf", `${family}-3`);
  const waiting = await play("pending-validation", `${family}-4`);
  const label = `label_${family.slice(-6)}`;
  await change(waiting.id, { kind: "label_added", label, display_name: "Own", category: null, comment: null });
  // Opening a file has its people read.
  for (const { id } of [failed, high]) await peopleOf(observer, id);
  const isEverything = `/verifications?q=${family}`;
  const only = async (...shown: { tag: string }[]) => {
    for (const { tag } of [failed, high, broken, waiting])
      await expect(rowOf(page, tag)).toBeVisible({ visible: shown.some((one) => one.tag === tag) });
  };
  await page.goto(isEverything);
  await live(page);
  await only(failed, high, broken, waiting);

  await test.step("a label, chosen from existing ones", async () => {
    const panel = await open(page, "More filters");
    const sought = panel.getByRole("textbox", { name: "Label: search" });
    // The search field exists only with many labels.
    if (await sought.isVisible()) await sought.fill(label);
    await panel.getByRole("checkbox", { name: label }).check();
    await expect(page).toHaveURL(`/verifications?label=${label}&q=${family}`);
    await only(waiting);
    await close(page, "More filters");
    await expect(filterButton(page, "More filters")).toBeFocused();
    await chip(page, "Label: Own").click();
    await only(failed, high, broken, waiting);
  });

  await test.step("several values of status, findings and documents at once", async () => {
    const choose = async (menu: string, ...values: string[]) => {
      const panel = await open(page, menu);
      for (const name of values) await panel.getByRole("checkbox", { name, exact: true }).check();
      await close(page, menu);
      await expect(filterButton(page, menu)).toContainText(`${values.length} chosen`);
    };
    await choose("Status", "Error", "Pending validation");
    await expect(page).toHaveURL(`/verifications?status=error&status=pending_validation&q=${family}`);
    await only(waiting);
    await choose("Findings", "High", "Medium");
    await expect(page).toHaveURL(
      `/verifications?status=error&status=pending_validation&severity=high&severity=medium&q=${family}`,
    );
    await only(waiting);
    await choose("Documents", "Pending upload", "Partly uploaded");
    await expect(page).toHaveURL(/documents_status=pending_upload&documents_status=partial_upload/);
    await only();
    await expect(chips(page).getByRole("button", { name: /^Remove / })).toHaveCount(7);
    await page.getByRole("button", { name: "Clear all", exact: true }).click();
    await search(page).fill(family);
    await expect(page).toHaveURL(isEverything);
    await only(failed, high, broken, waiting);
  });

  await test.step("an item in error, any or a given one, whose error is named", async () => {
    // The failed document replaces the account, which is the same for all rows.
    await expect((await cellsOf(page, broken.tag))("File")).toContainText("Articles of incorporation");
    const panel = await open(page, "More filters");
    await panel.getByRole("checkbox", { name: "Any item that needs attention" }).check();
    await expect(page).toHaveURL(`/verifications?has_item_error=true&q=${family}`);
    await only(broken);
    await panel.getByRole("checkbox", { name: "password_protected_pdf" }).check();
    await expect(page).toHaveURL(`/verifications?item_error=password_protected_pdf&has_item_error=true&q=${family}`);
    await panel.getByRole("checkbox", { name: "Articles of incorporation" }).check();
    await expect(page).toHaveURL(/&item_type=ac_mx&/);
    await only(broken);
    await panel.getByRole("checkbox", { name: "Articles of incorporation" }).uncheck();
    await close(page, "More filters");
    await expect(filterButton(page, "More filters")).toContainText("2 chosen");
    await chip(page, "Item that needs attention: yes").click();
    await expect(page).toHaveURL(`/verifications?item_error=password_protected_pdf&q=${family}`);
    await (await open(page, "More filters")).getByRole("checkbox", { name: "password_protected_pdf" }).uncheck();
    await expect(page).toHaveURL(isEverything);
    await close(page, "More filters");
  });

  await test.step("the outcome of a lookup, days in a document status, and no high findings", async () => {
    const panel = await open(page, "More filters");
    await panel.getByRole("checkbox", { name: "Lookup failed", exact: true }).check();
    await expect(page).toHaveURL(`/verifications?lookup=failed&q=${family}`);
    await only(failed);
    const still = panel.getByRole("radiogroup", { name: "Same document status for" });
    await still.getByRole("radio", { name: "3 days" }).check();
    await expect(page).toHaveURL(`/verifications?documents_status_days=3&lookup=failed&q=${family}`);
    await expect(nothing(page)).toBeVisible();
    await close(page, "More filters");
    await expect(filterButton(page, "More filters")).toContainText("2 chosen");
    for (const name of ["Same document status for: 3 days", "CURP lookup: Lookup failed"])
      await chip(page, name).click();
    await only(failed, high, broken, waiting);
    const findings = await open(page, "Findings");
    const without = findings.getByRole("checkbox", { name: "No high-severity finding" });
    await without.check();
    await expect(page).toHaveURL(`/verifications?without_severity=high&q=${family}`);
    await expect(rowOf(page, high.tag)).toBeHidden();
    await without.uncheck();
    await expect(page).toHaveURL(isEverything);
    await close(page, "Findings");
  });

  await test.step("days of creation, which are days of the reader's time zone", async () => {
    const panel = await open(page, "Created");
    await expect(panel).toContainText("in your time zone (America/Mexico City)");
    const [from, until] = [panel.getByLabel("From", { exact: true }), panel.getByLabel("Until", { exact: true })];
    await from.fill(day(-2));
    await expect(page).toHaveURL(`${isEverything}&created_from=${encodeURIComponent(`${day(-2)}T06:00Z`)}`);
    await only(failed, high, broken, waiting);
    await from.fill(day(2));
    await expect(nothing(page)).toBeVisible();
    await from.fill("");
    await until.fill(day(0));
    await only(failed, high, broken, waiting);
    await until.fill(day(-3));
    // The whole of that day is included: the address has the instant at which it ends.
    await expect(page).toHaveURL(`${isEverything}&created_to=${encodeURIComponent(`${day(-2)}T06:00Z`)}`);
    await expect(nothing(page)).toBeVisible();
    await close(page, "Created");
    const shown = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day(-3)));
    await chip(page, `Created until: ${shown}`).click();
    await expect(page).toHaveURL(isEverything);
  });

  await test.step("the whole tag, except one of the form of a CURP, days without an event, and changes since a time", async () => {
    const panel = await open(page, "More filters");
    const exact = panel.getByLabel("Exact tag");
    const apply = panel
      .locator("form")
      .filter({ has: page.getByLabel("Exact tag") })
      .getByRole("button", { name: "Apply" });
    await exact.fill("GOMC850101HDFRRL00");
    await apply.click();
    await expect(panel.getByText("This looks like a CURP")).toBeVisible();
    await expect(page).toHaveURL(isEverything);
    await exact.fill(waiting.tag);
    await apply.click();
    const isTag = new RegExp(`[?&]tag=${waiting.tag}(&|$)`);
    await expect(page).toHaveURL(isTag);
    await expect(page.getByRole("status").filter({ hasText: /^1 verification$/ })).toBeVisible();
    const quiet = panel.getByRole("radiogroup", { name: "No activity for" });
    await quiet.getByRole("radio", { name: "7 days" }).check();
    await expect(page).toHaveURL(/[?&]quiet_days=7(&|$)/);
    await expect(nothing(page)).toBeVisible();
    await quiet.getByRole("radio", { name: "Any time" }).check();
    await only(waiting);
    const changed = panel.getByRole("group", { name: "Changed since" });
    await changed.getByRole("button", { name: "Yesterday" }).click();
    await expect(page).toHaveURL(/changed_since=/);
    await only(waiting);
    await changed.getByRole("button", { name: "My last visit" }).click();
    await expect(page).toHaveURL(/changed_since=last_visit/);
    await expect(page.getByRole("button", { name: /Changed since: My last visit/ })).toBeVisible();
    await only(waiting);
    await changed.getByLabel("Since a time").fill("2099-01-01T09:00");
    await changed.getByRole("button", { name: "Apply" }).click();
    await expect(nothing(page)).toBeVisible();
    await changed.getByRole("button", { name: "Any time" }).click();
    await only(waiting);
    await close(page, "More filters");
  });

  await test.step("the headers order the list, by keyboard too, and state the order", async () => {
    // Wide enough for the column of creation days.
    await page.setViewportSize({ width: 1600, height: 900 });
    const header = (name: string) => table(page).getByRole("columnheader", { name });
    await expect(header("Activity")).toHaveAttribute("aria-sort", "descending");
    await header("Findings").getByRole("button").focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/&sort=-findings$/);
    await expect(header("Findings")).toHaveAttribute("aria-sort", "descending");
    await expect(header("Activity")).not.toHaveAttribute("aria-sort");
    await expect(header("Findings").getByRole("button")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/&sort=findings$/);
    await expect(header("Findings")).toHaveAttribute("aria-sort", "ascending");
    await header("Created").getByRole("button").click();
    await expect(page).toHaveURL(/&sort=-created_at$/);
    await header("File").getByRole("button").click();
    await expect(page).toHaveURL(/&sort=tag$/);
    await expect(chip(page, "Order: tag from A to Z")).toBeVisible();
  });
});

test("filters that only the address can set are shown and can be removed; the number of files is announced after a filter alone; compact rows are kept", async ({
  page,
  play,
  observer,
  expectedNoise,
}) => {
  expectedNoise.push(/net::ERR_FAILED/);
  const { tag } = await play("pending-upload");
  const { items } = await (await observer.get("/api/verifications?limit=1")).json();
  const { account_id: id, account_name: name } = items[0];
  await page.goto(`/verifications?account=${id}&status=archived&quiet_days=3`);
  await live(page);
  await expect(nothing(page)).toBeVisible();
  await expect(chip(page, `Account: ${name}`)).toBeVisible();

  await test.step("a status and a number of days", async () => {
    await (await open(page, "Status")).getByRole("checkbox", { name: "archived" }).uncheck();
    await expect(page).not.toHaveURL(/archived/);
    await close(page, "Status");
    const panel = await open(page, "More filters");
    const quiet = panel.getByRole("radiogroup", { name: "No activity for" });
    await expect(quiet.getByRole("radio", { name: "3 days" })).toBeChecked();
    await quiet.getByRole("radio", { name: "Any time" }).check();
    await expect(page).toHaveURL(`/verifications?account=${id}`);
  });
  await test.step("the account, which is only named if all files are of one; the focus stays", async () => {
    const panel = panelOf(page, "More filters");
    const choice = panel.getByRole("group", { name: "Account" }).getByRole("checkbox");
    await choice.uncheck();
    await expect(page).toHaveURL("/verifications");
    await expect(choice).toBeFocused();
    await close(page, "More filters");
    await open(page, "More filters");
    await expect(panel).toContainText("The only account so far:");
    await expect(panel.getByText(name, { exact: true })).toBeVisible();
    await expect(panel.getByText(id, { exact: true })).toBeVisible();
    await expect(panel.getByRole("group", { name: "Account" })).toHaveCount(0);
    await close(page, "More filters");
  });
  await test.step("a screen reader hears the number of files after a filter", async () => {
    const total = page.getByRole("status").filter({ hasText: /\d verifications?$/ });
    await expect(total).toHaveAttribute("aria-live", "off");
    await search(page).fill(tag);
    await expect(total).toHaveAttribute("aria-live", "polite");
    await expect(total).toHaveText("1 verification");
    await expect(total).toHaveAttribute("aria-live", "off");
  });
  await test.step("compact rows, from the first paint on", async () => {
    const height = async () => (await rowOf(page, tag).boundingBox())?.height;
    expect(await height()).toBe(38);
    const compact = page.getByRole("button", { name: "Compact rows" });
    await compact.click();
    await expect(compact).toHaveAttribute("aria-pressed", "true");
    await expect.poll(height).toBe(30);
    // Without any script, this is the page as the server rendered it.
    await page.route(/\.js(\?|$)/, (route) => route.abort());
    await page.goto(`/verifications?q=${tag}`, { waitUntil: "commit" });
    await expect.poll(height).toBe(30);
  });
});

test("on a phone the filter of days and the order are among the other filters", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/verifications?label=nobody_has_this&created_from=2026-01-01");
  await live(page);
  await expect(nothing(page)).toBeVisible();
  const more = filterButton(page, "More filters");
  await expect(more).toContainText("2 chosen");
  const panel = await open(page, "More filters");
  await panel.getByRole("checkbox", { name: "nobody_has_this" }).uncheck();
  await panel.getByLabel("From", { exact: true }).fill("");
  await expect(page).toHaveURL("/verifications");
  await panel.getByLabel("Order").selectOption("oldest created first");
  await expect(page).toHaveURL("/verifications?sort=created_at");
  const box = await panel.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  await expectNoSidewaysScroll(page);
  expect(await violationsOf(page), "the filters").toEqual([]);
  await close(page, "More filters");
  await expect(table(page).getByRole("link").first()).toBeVisible();
  expect(await violationsOf(page), "the list").toEqual([]);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(page.getByRole("dialog", { name: "Main navigation" })).toBeVisible();
  expect(await violationsOf(page), "the menu").toEqual([]);
});
