import { ICONS } from "#components/kit/icon.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, live, rowOf, search } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/*
 * The files that each filter finds are tested by `lib/desk/server/list/list.db.test.ts`, filters, states and
 * keys of the list by the component tests of `components/desk/verifications`.
 */

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("a new verification and its progress appear without a reload, in the list and on the file", {
  tag: "@journey",
}, async ({ page, sandbox, settled }) => {
  const tag = newTag();
  await page.goto(`/verifications?q=${tag}`);
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await live(page);
  const { id } = await sandbox.play("pending-upload", tag);
  await expect(rowOf(page, tag)).toContainText("Pending upload");
  await expect(page.getByText("1 verification", { exact: true })).toBeVisible();
  await settled(id);
  const cell = (await cellsOf(page, tag))("Documents");
  /** Expects the progress as text, and as a number of filled squares. */
  const expectProgress = async (words: string, filled: 0 | 1 | 2 | 3) => {
    await expect(cell).toContainText(words);
    const at = await cell.getByText(words).evaluate((word) => getComputedStyle(word, "::before").maskPosition);
    expect(at).toBe(`0px -${14 * Object.keys(ICONS).indexOf(`meter-${filled}`)}px`);
  };
  await expectProgress("Pending upload", 0);
  await sandbox.change(id, { kind: "documents_status", to: "partial_upload" });
  await expectProgress("Partly uploaded", 1);
  await sandbox.change(id, { kind: "documents_status", to: "pending_external" });
  await expectProgress("External steps pending", 2);
  await rowOf(page, tag).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(tag);
  await expect(page.getByRole("article")).toContainText("External steps pending");
  await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
  await expect(page.getByRole("article")).toContainText("first complete after");
  await page.goBack();
  await expectProgress("Complete", 3);
});

test("filters and the search are kept in the address, survive a reload and Back, and are removed one by one or all at once", async ({
  page,
  play,
  expectedNoise,
}) => {
  expectedNoise.push(/net::ERR_FAILED/);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { tag } = await play("error");
  await page.goto("/verifications?q=nothing-is-called-like-this");
  await live(page);
  await search(page).fill(tag);
  await expect(page).toHaveURL(`/verifications?q=${tag}`);
  const filters = page.getByRole("region", { name: "Filters" });
  await filters.getByRole("button", { name: /^Status/ }).click();
  for (const name of ["Error", "Finished"]) await page.getByRole("checkbox", { name, exact: true }).check();
  await page.keyboard.press("Escape");
  const address = `/verifications?status=error&status=finished&q=${tag}`;
  await expect(page).toHaveURL(address);
  const chip = page
    .getByRole("list", { name: "Applied filters" })
    .getByRole("button", { name: "Remove Status: Finished" });
  await expect(chip).toBeVisible();
  await expect(rowOf(page, tag)).toBeVisible();

  await test.step("after a reload, with compact rows from the first paint on, and after Back", async () => {
    const height = async () => (await rowOf(page, tag).boundingBox())?.height;
    await page.getByRole("button", { name: "Compact rows" }).click();
    await expect.poll(height).toBe(30);
    // Without any script, this is the page as the server rendered it.
    await page.route(/\.js(\?|$)/, (route) => route.abort());
    await page.goto(address, { waitUntil: "commit" });
    await expect.poll(height).toBe(30);
    await page.unroute(/\.js(\?|$)/);
    await page.reload();
    await live(page);
    await expect(search(page)).toHaveValue(tag);
    await expect(chip).toBeVisible();
    await rowOf(page, tag).getByRole("link").click();
    await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(search(page)).toHaveValue(tag);
    await expect(rowOf(page, tag).getByRole("link")).toBeFocused();
  });

  await test.step("one by one, and all at once", async () => {
    // The pointer is on the row since the click: its tooltip would be over the chip.
    await page.mouse.move(0, 0);
    await chip.click();
    await expect(page).toHaveURL(`/verifications?status=error&q=${tag}`);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/verifications");
    await expect(search(page)).toBeFocused();
    await expect(search(page)).toHaveValue("");
  });
});
