import { expect, test } from "./support/fixtures.ts";
import { cellsOf, live, rowOf, search, table } from "./support/list.ts";
import { newTag } from "./support/sandbox.ts";

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
