import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, live, rowOf, search, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

const filters = (page: Page) => page.getByRole("region", { name: "Filters" });
const chips = (page: Page) => page.getByRole("list", { name: "Applied filters" });
const openFilter = (page: Page, name: RegExp) => filters(page).getByRole("button", { name }).click();
const nothing = (page: Page) => page.getByText("Nothing matches these filters");

/** A day of the reader's zone, so many days from today, as date fields and addresses have it. */
const day = (offset: number) => new Date(Date.now() - 6 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);

test.beforeEach(async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs("compliance");
});

// Files of one test share the beginning of a tag: what others play meanwhile cannot move them out of sight.
test.describe("the filters above the list", () => {
  test("find files by a label, chosen from existing ones", async ({ page, play, change }) => {
    const family = newTag();
    const { id, tag } = await play("pending-upload", `${family}-1`);
    const other = await play("pending-upload", `${family}-2`);
    const label = `label_${family.slice(-6)}`;
    await change(id, { kind: "label_added", label, display_name: "Own", category: null, comment: null });
    await page.goto(`/verifications?q=${family}`);
    await expect(rowOf(page, other.tag)).toBeVisible();
    await openFilter(page, /^More filters/);
    const panel = page.getByRole("dialog", { name: /^More filters/ });
    const sought = panel.getByRole("textbox", { name: "Label: search" });
    // The search is there only where labels are many.
    if (await sought.isVisible()) await sought.fill(label);
    await panel.getByRole("checkbox", { name: label }).check();
    await expect(page).toHaveURL(`/verifications?label=${label}&q=${family}`);
    await expect(rowOf(page, tag)).toBeVisible();
    await expect(rowOf(page, other.tag)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(filters(page).getByRole("button", { name: /^More filters/ })).toBeFocused();
    await chips(page).getByRole("button", { name: "Remove Label: Own" }).click();
    await expect(rowOf(page, other.tag)).toBeVisible();
  });

  test("find files by several values of status, documents and findings at once", async ({ page, play }) => {
    const family = newTag();
    const failed = await play("error", `${family}-1`);
    const waiting = await play("pending-validation", `${family}-2`);
    const clean = await play("finished-clean", `${family}-3`);
    await page.goto(`/verifications?q=${family}`);
    await expect(rowOf(page, clean.tag)).toBeVisible();
    const choose = async (menu: RegExp, ...values: string[]) => {
      await openFilter(page, menu);
      for (const name of values) await page.getByRole("checkbox", { name, exact: true }).check();
      await page.keyboard.press("Escape");
      await expect(filters(page).getByRole("button", { name: menu })).toContainText(`${values.length} chosen`);
    };
    await choose(/^Status/, "Error", "Pending validation");
    await expect(page).toHaveURL(`/verifications?status=error&status=pending_validation&q=${family}`);
    for (const { tag } of [failed, waiting]) await expect(rowOf(page, tag)).toBeVisible();
    await expect(rowOf(page, clean.tag)).toBeHidden();
    await choose(/^Findings/, "High", "Medium");
    await expect(page).toHaveURL(
      `/verifications?status=error&status=pending_validation&severity=high&severity=medium&q=${family}`,
    );
    for (const { tag } of [failed, waiting]) await expect(rowOf(page, tag)).toBeVisible();
    await choose(/^Documents/, "Pending upload", "Partly uploaded");
    await expect(page).toHaveURL(/documents_status=pending_upload&documents_status=partial_upload/);
    await expect(rowOf(page, failed.tag)).toBeHidden();
    await expect(chips(page).getByRole("button", { name: /^Remove / })).toHaveCount(7);
  });

  test("name the account if all files are of one account", async ({ page, observer }) => {
    const { items } = await (await observer.get("/api/verifications?limit=1")).json();
    const { account_id: id, account_name: name } = items[0];
    // An address that chooses it all the same can be corrected there, and the focus stays.
    await page.goto(`/verifications?account=${id}`);
    await expect(chips(page).getByRole("button", { name: `Remove Account: ${name}` })).toBeVisible();
    await openFilter(page, /^More filters/);
    const panel = page.getByRole("dialog", { name: /^More filters/ });
    const choice = panel.getByRole("group", { name: "Account" }).getByRole("checkbox");
    await choice.uncheck();
    await expect(page).toHaveURL("/verifications");
    await expect(choice).toBeFocused();
    await page.keyboard.press("Escape");
    await openFilter(page, /^More filters/);
    await expect(panel).toContainText("The only account so far:");
    await expect(panel.getByText(name, { exact: true })).toBeVisible();
    await expect(panel.getByText(id, { exact: true })).toBeVisible();
    await expect(panel.getByRole("group", { name: "Account" })).toHaveCount(0);
  });

  test("find files by their days of creation, which are days of the reader's time zone", async ({ page, play }) => {
    const { tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await live(page);
    await openFilter(page, /^Created/);
    const panel = page.getByRole("dialog", { name: /^Created/ });
    await expect(panel).toContainText("in your time zone (America/Mexico City)");
    await panel.getByLabel("From", { exact: true }).fill(day(-2));
    await expect(page).toHaveURL(`/verifications?q=${tag}&created_from=${encodeURIComponent(`${day(-2)}T06:00Z`)}`);
    await expect(rowOf(page, tag)).toBeVisible();
    await panel.getByLabel("From", { exact: true }).fill(day(2));
    await expect(nothing(page)).toBeVisible();
    await panel.getByLabel("From", { exact: true }).fill("");
    await panel.getByLabel("Until", { exact: true }).fill(day(0));
    await expect(rowOf(page, tag)).toBeVisible();
    await panel.getByLabel("Until", { exact: true }).fill(day(-3));
    // The whole of that day is in: the address has the instant at which it ends.
    await expect(page).toHaveURL(`/verifications?q=${tag}&created_to=${encodeURIComponent(`${day(-2)}T06:00Z`)}`);
    await expect(nothing(page)).toBeVisible();
    await page.keyboard.press("Escape");
    const shown = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day(-3)));
    await expect(chips(page).getByRole("button", { name: `Remove Created until: ${shown}` })).toBeVisible();
  });

  test("find files with an item in error, any or a given one, and name the error", async ({ page, play }) => {
    const family = newTag();
    const failed = await play("item-error-password_protected_pdf", `${family}-1`);
    const healthy = await play("finished-clean", `${family}-2`);
    await page.goto(`/verifications?q=${family}`);
    // The account, which is the same of all, gives way to what is wrong.
    await expect((await cellsOf(page, healthy.tag))("File")).toHaveText(healthy.tag);
    await expect((await cellsOf(page, failed.tag))("File")).toContainText("Articles of incorporation");
    await openFilter(page, /^More filters/);
    const panel = page.getByRole("dialog", { name: /^More filters/ });
    await panel.getByRole("checkbox", { name: "Any item that needs attention" }).check();
    await expect(page).toHaveURL(`/verifications?has_item_error=true&q=${family}`);
    await expect(rowOf(page, failed.tag)).toBeVisible();
    await expect(rowOf(page, healthy.tag)).toBeHidden();
    await panel.getByRole("checkbox", { name: "password_protected_pdf" }).check();
    await expect(page).toHaveURL(`/verifications?item_error=password_protected_pdf&has_item_error=true&q=${family}`);
    await expect(rowOf(page, failed.tag)).toBeVisible();
    await panel.getByRole("checkbox", { name: "Articles of incorporation" }).check();
    await expect(page).toHaveURL(/&item_type=ac_mx&/);
    await expect(rowOf(page, failed.tag)).toBeVisible();
    await panel.getByRole("checkbox", { name: "Articles of incorporation" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(filters(page).getByRole("button", { name: /^More filters/ })).toContainText("2 chosen");
    await chips(page).getByRole("button", { name: "Remove Item that needs attention: yes" }).click();
    await expect(page).toHaveURL(`/verifications?item_error=password_protected_pdf&q=${family}`);
  });

  test("find a file by its whole tag, except a tag of the form of a CURP, and files without an event for days", async ({
    page,
    play,
  }) => {
    const { tag } = await play("pending-upload");
    await page.goto("/verifications?tag=nobody-has-this");
    await live(page);
    await openFilter(page, /^More filters/);
    const panel = page.getByRole("dialog", { name: /^More filters/ });
    await panel.getByLabel("Exact tag").fill("GOMC850101HDFRRL00");
    const apply = panel
      .locator("form")
      .filter({ has: page.getByLabel("Exact tag") })
      .getByRole("button", { name: "Apply" });
    await apply.click();
    await expect(panel.getByText("This looks like a CURP")).toBeVisible();
    await expect(page).toHaveURL("/verifications?tag=nobody-has-this");
    await panel.getByLabel("Exact tag").fill(tag);
    await apply.click();
    await expect(page).toHaveURL(`/verifications?tag=${tag}`);
    await expect(page.getByRole("status").filter({ hasText: /^1 verification$/ })).toBeVisible();
    const quiet = panel.getByRole("radiogroup", { name: "No activity for" });
    await quiet.getByRole("radio", { name: "7 days" }).check();
    await expect(page).toHaveURL(`/verifications?quiet_days=7&tag=${tag}`);
    await expect(nothing(page)).toBeVisible();
    await quiet.getByRole("radio", { name: "Any time" }).check();
    await expect(rowOf(page, tag)).toBeVisible();
    const changed = panel.getByRole("group", { name: "Changed since" });
    await changed.getByRole("button", { name: "Yesterday" }).click();
    await expect(page).toHaveURL(/changed_since=/);
    await expect(rowOf(page, tag)).toBeVisible();
    await changed.getByRole("button", { name: "My last visit" }).click();
    await expect(page).toHaveURL(/changed_since=last_visit/);
    await expect(page.getByRole("button", { name: /Changed since: My last visit/ })).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();
    await changed.getByLabel("Since a time").fill("2099-01-01T09:00");
    await changed.getByRole("button", { name: "Apply" }).click();
    await expect(nothing(page)).toBeVisible();
    await changed.getByRole("button", { name: "Any time" }).click();
    await expect(rowOf(page, tag)).toBeVisible();
  });

  test("include filters that only the address can set, which can be removed as well", async ({ page }) => {
    await page.goto("/verifications?status=archived&quiet_days=3");
    await expect(nothing(page)).toBeVisible();
    await openFilter(page, /^Status/);
    await page.getByRole("checkbox", { name: "archived" }).uncheck();
    await expect(page).toHaveURL("/verifications?quiet_days=3");
    await page.keyboard.press("Escape");
    await openFilter(page, /^More filters/);
    const quiet = page.getByRole("radiogroup", { name: "No activity for" });
    await expect(quiet.getByRole("radio", { name: "3 days" })).toBeChecked();
  });

  test("find files by the outcome of a lookup, without high findings, and by days in a document status", async ({
    page,
    play,
  }) => {
    const family = newTag();
    const failed = await play("people-not-found", `${family}-1`);
    const high = await play("finished-high-findings", `${family}-2`);
    // Opening a file has its people read.
    for (const { id } of [failed, high]) {
      await page.goto(`/verifications/${id}`);
      await expect(
        page
          .getByRole("region", { name: /^People/ })
          .getByRole("link")
          .first(),
      ).toBeVisible();
    }
    await page.goto(`/verifications?q=${family}`);
    await expect(rowOf(page, high.tag)).toBeVisible();
    await openFilter(page, /^More filters/);
    const panel = page.getByRole("dialog", { name: /^More filters/ });
    await panel.getByRole("checkbox", { name: "Lookup failed", exact: true }).check();
    await expect(page).toHaveURL(`/verifications?lookup=failed&q=${family}`);
    await expect(rowOf(page, failed.tag)).toBeVisible();
    await expect(rowOf(page, high.tag)).toBeHidden();
    const still = panel.getByRole("radiogroup", { name: "Same document status for" });
    await still.getByRole("radio", { name: "3 days" }).check();
    await expect(page).toHaveURL(`/verifications?documents_status_days=3&lookup=failed&q=${family}`);
    await expect(nothing(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(filters(page).getByRole("button", { name: /^More filters/ })).toContainText("2 chosen");
    for (const chip of ["Same document status for: 3 days", "CURP lookup: Lookup failed"]) {
      await chips(page)
        .getByRole("button", { name: `Remove ${chip}` })
        .click();
    }
    await expect(rowOf(page, high.tag)).toBeVisible();
    await openFilter(page, /^Findings/);
    await page.getByRole("checkbox", { name: "No high-severity finding" }).check();
    await expect(page).toHaveURL(`/verifications?without_severity=high&q=${family}`);
    await expect(rowOf(page, failed.tag)).toBeVisible();
    await expect(rowOf(page, high.tag)).toBeHidden();
  });
});

test("the headers order the list, by keyboard too, and state the order", async ({ page, play }) => {
  const { tag } = await play("pending-upload");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  // Wide enough for the days of creation.
  await page.setViewportSize({ width: 1600, height: 900 });
  const header = (name: string) => table(page).getByRole("columnheader", { name });
  await expect(header("Activity")).toHaveAttribute("aria-sort", "descending");
  await header("Findings").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/verifications?q=${tag}&sort=-findings`);
  await expect(header("Findings")).toHaveAttribute("aria-sort", "descending");
  await expect(header("Activity")).not.toHaveAttribute("aria-sort");
  await expect(header("Findings").getByRole("button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/verifications?q=${tag}&sort=findings`);
  await expect(header("Findings")).toHaveAttribute("aria-sort", "ascending");
  await header("Created").getByRole("button").click();
  await expect(page).toHaveURL(`/verifications?q=${tag}&sort=-created_at`);
  await header("File").getByRole("button").click();
  await expect(page).toHaveURL(`/verifications?q=${tag}&sort=tag`);
  await expect(chips(page).getByRole("button", { name: "Remove Order: tag from A to Z" })).toBeVisible();
});

test("on a phone the filter of days and the order are among the other filters", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/verifications?label=nobody_has_this&created_from=2026-01-01");
  await expect(nothing(page)).toBeVisible();
  const more = filters(page).getByRole("button", { name: /^More filters/ });
  await expect(more).toContainText("2 chosen");
  await more.click();
  const panel = page.getByRole("dialog", { name: /^More filters/ });
  await panel.getByRole("checkbox", { name: "nobody_has_this" }).uncheck();
  await panel.getByLabel("From", { exact: true }).fill("");
  await expect(page).toHaveURL("/verifications");
  await panel.getByLabel("Order").selectOption("oldest created first");
  await expect(page).toHaveURL("/verifications?sort=created_at");
  const box = await panel.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("compact rows are kept once chosen, from the first paint on", async ({ page, play, expectedNoise }) => {
  expectedNoise.push(/net::ERR_FAILED/);
  const { tag } = await play("pending-upload");
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const height = async () => (await rowOf(page, tag).boundingBox())?.height;
  expect(await height()).toBe(38);
  const compact = page.getByRole("button", { name: "Compact rows" });
  await compact.click();
  await expect(compact).toHaveAttribute("aria-pressed", "true");
  await expect.poll(height).toBe(30);
  // Without any script, that is as the server painted it.
  await page.route(/\.js(\?|$)/, (route) => route.abort());
  await page.goto(`/verifications?q=${tag}`, { waitUntil: "commit" });
  await expect.poll(height).toBe(30);
});

test.describe("a change while the list is open", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("highlights only the changed cell; with reduced motion no cell is highlighted", async ({
    page,
    play,
    sandbox,
  }) => {
    await page.addInitScript(() => {
      const own = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        this.setAttribute("data-shone", "");
        return own.apply(this, given);
      };
    });
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await expect(rowOf(page, tag)).toContainText("Pending upload");
    await live(page);
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    await expect(rowOf(page, tag)).toContainText("Partly uploaded");
    const shone = rowOf(page, tag).locator("[data-shone]");
    await expect(shone.filter({ hasText: "Partly uploaded" })).toHaveCount(1);
    await expect(rowOf(page, tag).getByRole("cell").filter({ hasText: tag })).not.toHaveAttribute("data-shone");

    await page.emulateMedia({ reducedMotion: "reduce" });
    await shone.evaluateAll((all) => {
      for (const element of all) element.removeAttribute("data-shone");
    });
    await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    await expect(rowOf(page, tag)).toContainText("Complete");
    await expect(shone).toHaveCount(0);
  });
});

test("is not announced to a screen reader, which hears the number of files only after a filter", async ({
  page,
  play,
}) => {
  const { tag } = await play("pending-upload");
  await page.goto("/verifications?q=nothing-is-called-like-this");
  await live(page);
  const total = page.getByRole("status").filter({ hasText: /\d verifications?$/ });
  await expect(total).toHaveAttribute("aria-live", "off");
  await search(page).fill(tag);
  await expect(total).toHaveAttribute("aria-live", "polite");
  await expect(total).toHaveText("1 verification");
  await expect(total).toHaveAttribute("aria-live", "off");
});
