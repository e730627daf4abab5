import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { newTag } from "./support/sandbox.ts";

const table = (page: Page) => page.getByRole("table", { name: "Verifications" });
const search = (page: Page) => page.getByRole("search").getByRole("textbox", { name: "Search" });
/** The page has woken up and hears of news. */
const live = (page: Page) => expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
const rowOf = (page: Page, tag: string) => table(page).getByRole("row").filter({ hasText: tag });

/** The cells of a row by the titles of their columns. */
async function cellsOf(page: Page, tag: string) {
  await expect(rowOf(page, tag)).toBeVisible();
  const titles = await table(page).getByRole("columnheader").allTextContents();
  return (title: string) => {
    const index = titles.findIndex((text) => text.startsWith(title));
    if (index < 0) throw new Error(`the list has no column ${title}, but ${titles.join(", ")}`);
    return rowOf(page, tag).getByRole("cell").nth(index);
  };
}

/** Every address that the page asks for, itself included. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  page.on("framenavigated", (frame) => addresses.push(decodeURIComponent(frame.url())));
  return addresses;
}

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test.describe("the list", () => {
  test("tells of each verification its tag, account, documents, findings, items, status and activity", async ({
    page,
    play,
  }) => {
    const { tag } = await play("item-error-password_protected_pdf");
    await page.goto(`/verifications?q=${tag}`);
    const cell = await cellsOf(page, tag);
    await expect(cell("Tag")).toHaveText(tag);
    await expect(cell("Account")).not.toBeEmpty();
    await expect(cell("Documents")).toContainText("Complete");
    await expect(cell("Findings")).toContainText("Medium");
    await expect(cell("Items")).toContainText("6 items");
    await expect(cell("Items")).toContainText("1 with an error");
    await expect(cell("Status")).toContainText("Finished");
    await expect(cell("Last activity").getByRole("time").first()).toBeVisible();
    await expect(page.getByText("1 verification", { exact: true })).toBeVisible();
  });

  test("shows a verification that is created while one looks, without a reload", async ({ page, sandbox }) => {
    const tag = newTag();
    await page.goto(`/verifications?q=${tag}`);
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    await live(page);
    await sandbox.play("pending-upload", tag);
    await expect(rowOf(page, tag)).toContainText("Pending upload");
    await expect(page.getByText("1 verification", { exact: true })).toBeVisible();
  });

  test("moves a row that is looked at when something happens to it", async ({ page, play, sandbox }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await expect(rowOf(page, tag)).toContainText("Pending upload");
    await live(page);
    await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    await expect(rowOf(page, tag)).toContainText("Complete");
  });

  test("holds still while one is in it, and says how much has changed meanwhile", async ({ page, sandbox }) => {
    await page.goto("/verifications");
    const first = table(page).getByRole("link").first();
    await expect(first).toBeVisible();
    await live(page);
    await first.hover();
    const before = await first.textContent();
    const { id, tag } = await sandbox.play("pending-upload");
    // Its past is an hour old: this brings it to the top.
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    const show = page.getByRole("button", { name: /\d+ updated — show/ });
    await expect(show).toBeVisible();
    expect(await first.textContent()).toBe(before);
    await show.click();
    await expect(rowOf(page, tag)).toBeVisible();
  });
});

test.describe("filters", () => {
  test("are answered at once, wherever the pointer rests", async ({ page, play }) => {
    const { tag } = await play("pending-upload");
    await page.goto("/verifications");
    await live(page);
    await table(page).getByRole("link").nth(2).hover();
    await search(page).fill(tag);
    await expect(table(page).getByRole("link")).toHaveText([tag]);
    await expect(page.getByText("1 verification", { exact: true })).toBeVisible();
  });

  test("stand in the address, survive a reload, and come back with Back", async ({ page, play }) => {
    const { tag } = await play("finished");
    await page.goto("/verifications");
    await search(page).fill(tag);
    await expect(page).toHaveURL(`/verifications?q=${tag}`);
    await page
      .getByRole("region", { name: "Filters" })
      .getByRole("button", { name: /^Status/ })
      .click();
    await page.getByRole("checkbox", { name: "Finished" }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}`);
    const chips = page.getByRole("list", { name: "Applied filters" });
    await expect(chips.getByRole("button", { name: "Remove Status: Finished" })).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();

    await page.reload();
    await expect(search(page)).toHaveValue(tag);
    await expect(chips.getByRole("button", { name: "Remove Status: Finished" })).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();

    await rowOf(page, tag).getByRole("link").click();
    await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}`);
    await expect(search(page)).toHaveValue(tag);
    await expect(rowOf(page, tag).getByRole("link")).toBeFocused();
  });

  test("are taken off one by one, or all at once", async ({ page, play }) => {
    const { tag } = await play("error");
    await page.goto(`/verifications?status=error&documents_status=full_upload&q=${tag}`);
    await expect(rowOf(page, tag)).toBeVisible();
    await page.getByRole("button", { name: "Remove Documents: Complete" }).click();
    await expect(page).toHaveURL(`/verifications?status=error&q=${tag}`);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/verifications");
    await expect(search(page)).toBeFocused();
    await expect(search(page)).toHaveValue("");
  });

  test("keep what does not match out", async ({ page, play }) => {
    const { tag } = await play("pending-validation");
    await page.goto(`/verifications?q=${tag}&status=finished`);
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    await page.goto(`/verifications?q=${tag}&status=pending_validation,finished`);
    await expect(rowOf(page, tag)).toContainText("Pending validation");
  });

  test("that match nothing say which they are, and offer to be cleared", async ({ page }) => {
    await page.goto("/verifications?q=nothing-is-called-like-this&severity=high");
    const main = page.getByRole("main");
    await expect(main.getByText("Nothing matches these filters")).toBeVisible();
    await expect(main.getByText("nothing-is-called-like-this").last()).toBeVisible();
    await main.getByRole("button", { name: "Clear all filters" }).click();
    await expect(page).toHaveURL("/verifications");
    await expect(table(page).getByRole("link").first()).toBeVisible();
  });

  test("find a verification by its id and by its account as well", async ({ page, play }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto("/verifications");
    await search(page).fill(id);
    await expect(rowOf(page, tag)).toBeVisible();
    await expect(page.getByText("1 verification", { exact: true })).toBeVisible();
    const account = (await (await cellsOf(page, tag))("Account").locator("[title]").textContent()) ?? "";
    await page.goto(`/verifications?q=${encodeURIComponent(account)}`);
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await page.goto(`/verifications?q=${encodeURIComponent(`${account} no`)}`);
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  });
});

test.describe("a malformed address", () => {
  test("is named part by part, and the rest of it holds", async ({ page, play }) => {
    const { tag } = await play("finished-high-findings");
    const long = "x".repeat(201);
    await page.goto(
      `/verifications?q=${tag}&severity=high,grave&created_from=2026-02-30&created_to=soon&sort=random&tag=a&tag=b&label=${long}`,
    );
    const note = page.getByRole("status").filter({ hasText: "Parts of the address were ignored" });
    for (const line of [
      "severity: not a value that this list knows",
      "created_from: not a date (such as 2026-11-20)",
      "created_to: not a date (such as 2026-11-20)",
      "sort: not a value that this list knows",
      "tag: given more than once",
      "label: longer than 200 characters",
    ]) {
      await expect(note.getByText(line)).toBeVisible();
    }
    await expect(rowOf(page, tag)).toBeVisible();
    await note.getByRole("button", { name: "Dismiss" }).click();
    await expect(note).toBeHidden();
  });

  for (const query of ["?%", "?q=%00", "?cursor=nonsense", "?limit=-1", "?q[]=a&__proto__=b", "?status=,,,"]) {
    test(`such as ${query} still shows the list`, async ({ page }) => {
      await page.goto(`/verifications${query}`);
      await expect(table(page).getByRole("link").first()).toBeVisible();
    });
  }
});

test.describe("a CURP", () => {
  // Well-formed and nobody's: the check digit is wrong on purpose.
  const CURP = "GOMC850101HDFRRL00";

  test("typed into the search gets into no address and no request", async ({ page }) => {
    const addresses = addressesOf(page);
    await page.goto("/verifications");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await search(page).pressSequentially(CURP.toLowerCase());
    await expect(page.getByText("That looks like a CURP.")).toBeVisible();
    await search(page).press("Enter");
    await expect(page).toHaveURL("/verifications");
    await expect(search(page)).toHaveValue(CURP.toLowerCase());
    // From its eleventh character on it tells who is meant.
    expect(addresses.filter((address) => address.toUpperCase().includes(CURP.slice(0, 11)))).toEqual([]);
  });

  test("pasted with other text or spaces neither", async ({ page }) => {
    const addresses = addressesOf(page);
    await page.goto("/verifications");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await search(page).fill(`caso ${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`);
    await expect(page.getByText("That looks like a CURP.")).toBeVisible();
    await search(page).press("Enter");
    await expect(page).toHaveURL("/verifications");
    expect(addresses.filter((address) => address.toUpperCase().replaceAll(/\W/g, "").includes(CURP))).toEqual([]);
  });

  test("that somebody put into an address is taken out of it, and the page says so", async ({ page, play }) => {
    const { tag } = await play("finished");
    await page.goto(`/verifications?status=finished&tag=${CURP}&q=${tag}`);
    await expect(page.getByRole("status").filter({ hasText: "A part of the address was ignored" })).toContainText(
      "shaped like a CURP",
    );
    await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}`);
    await expect(rowOf(page, tag)).toBeVisible();
  });
});

test.describe("a row is a link", () => {
  test("that Enter opens", async ({ page, play }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await rowOf(page, tag).getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  test("that a click anywhere in it opens", async ({ page, play }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    const cell = await (await cellsOf(page, tag))("Status").boundingBox();
    if (!cell) throw new Error("the cell is not in sight");
    await page.mouse.click(cell.x + cell.width / 2, cell.y + cell.height / 2);
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  for (const [how, click] of [
    ["the middle button", { button: "middle" }],
    ["Ctrl and a click", { modifiers: ["ControlOrMeta"] }],
  ] as const) {
    test(`that ${how} opens in another tab`, async ({ page, context, play }) => {
      const { id, tag } = await play("pending-upload");
      await page.goto(`/verifications?q=${tag}`);
      const opened = context.waitForEvent("page");
      await rowOf(page, tag)
        .getByRole("link")
        .click(click as Parameters<ReturnType<Page["locator"]>["click"]>[0]);
      const tab = await opened;
      await expect(tab).toHaveURL(`/verifications/${id}`);
      await expect(tab.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
      await expect(page).toHaveURL(`/verifications?q=${tag}`);
    });
  }

  test("and arrows or J and K move between them", async ({ page }) => {
    await page.goto("/verifications?sort=created_at");
    await live(page);
    const links = table(page).getByRole("link");
    await links.first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press("j");
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowUp");
    await expect(links.first()).toBeFocused();
  });
});

test("a reload further down stays there, with the rows that belong there", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/verifications?sort=created_at");
  await expect(table(page).getByRole("link").first()).toBeVisible();
  await live(page);
  await page.evaluate(() => window.scrollTo(0, 600));
  const row = table(page).getByRole("row", { name: "EXP-2020" });
  await expect(row).toBeInViewport();
  // The browser scrolls back before the page has woken up, which then must not stumble over rows that it did not expect.
  for (let times = 0; times < 3; times += 1) {
    await page.reload();
    await live(page);
    await expect(row).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  }
});

test("coming back, one stands at the same place of the list, on the row that was opened", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/verifications?sort=created_at");
  const row = table(page).getByRole("row", { name: "EXP-2015" });
  await row.getByRole("link").scrollIntoViewIfNeeded();
  await row.getByRole("link").focus();
  const top = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "EXP-2015", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(row.getByRole("link")).toBeFocused();
  await expect(row).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - top)).toBeLessThan(40);
});

const ANY_PAGE = /\/api\/verifications\?/;
const NEXT_PAGE = /\/api\/verifications\?.*cursor=/;
const BROKEN = { status: 503, json: { success: false, code: "DATABASE_UNAVAILABLE", message: "no", timestamp: "" } };

test.describe("a list longer than a page", () => {
  test.beforeEach(async ({ sandbox, onlooker }) => {
    for (let count = 0; count < 16; count += 1) await sandbox.play("pending-upload");
    await expect.poll(async () => (await (await onlooker.get("/api/verifications")).json()).total).toBeGreaterThan(55);
  });

  test("goes on by itself when one gets near its end, until that is all", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto("/verifications?sort=created_at");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await expect(async () => {
      await page.keyboard.press("End");
      await expect(page.getByText("That is all.")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    // The header is the first row, and a page holds fifty.
    await expect
      .poll(async () => Number(await table(page).getByRole("row").last().getAttribute("aria-rowindex")))
      .toBeGreaterThan(52);
  });

  test("says when it cannot go on, keeps what is there, and goes on when told", async ({ page, expectedNoise }) => {
    expectedNoise.push(/status of 503/, /ERR_FAILED/);
    // Without news, each of which has the list asked for again from its beginning.
    await page.route("**/api/live", (route) => route.abort());
    await page.route(NEXT_PAGE, (route) => route.fulfill(BROKEN));
    await page.goto("/verifications?sort=created_at");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await page.keyboard.press("End");
    const failed = page.getByText("The next verifications could not be loaded. Those above stay as they are.");
    await expect(failed).toBeVisible();
    await page.unroute(NEXT_PAGE);
    await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
    await expect(failed).toBeHidden();
  });
});

test.describe("a list that cannot be loaded", () => {
  test.beforeEach(({ expectedNoise }) => void expectedNoise.push(/status of 503/));

  test("says what failed, that nothing is lost, and tries again when told", async ({ page }) => {
    // The list's own requests fail, once its page is there: what a database that goes away looks like to it.
    await page.route(ANY_PAGE, (route) => route.fulfill(BROKEN));
    await page.goto("/verifications");
    await search(page).fill("anything");
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("The list could not be loaded");
    await expect(alert).toContainText("The dashboard cannot reach its database at the moment.");
    await expect(alert).toContainText("Nothing is lost");
    await page.unroute(ANY_PAGE);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  });

  test("again keeps the rows that were there, and says that they may be old", async ({ page, play, sandbox }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto(`/verifications?q=${tag}`);
    await expect(rowOf(page, tag)).toBeVisible();
    await live(page);
    await page.route(ANY_PAGE, (route) => route.fulfill(BROKEN));
    await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
    const stale = page.getByRole("status").filter({ hasText: "The list could not be refreshed" });
    await expect(stale).toBeVisible();
    await expect(rowOf(page, tag)).toBeVisible();
    await page.unroute(ANY_PAGE);
    await stale.getByRole("button", { name: "Try again" }).click();
    await expect(rowOf(page, tag)).toContainText("Partly uploaded");
    await expect(stale).toBeHidden();
  });
});
