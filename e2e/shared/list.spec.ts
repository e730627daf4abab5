import { ICONS } from "#components/page/icon.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, hintOn, live, rowOf, search, searchFor, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

/*
 * The files that each filter finds are tested by `lib/server/verifications/list/list.db.test.ts`, tooltips by
 * `components/page/tip-area.browser.test.tsx`.
 */

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("a row shows the state of a verification, and the full text of truncated cells as tooltips", async ({
  page,
  play,
  change,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const { id, tag } = await play("item-error-password_protected_pdf");
  const label = { label: "vigilada", display_name: "Vigilada", category: "Riesgo", comment: null };
  await change(id, { kind: "label_added", ...label });
  await page.goto(`/verifications?q=${tag}`);
  await live(page);
  const cell = await cellsOf(page, tag);

  await test.step("tag, problem, documents, findings, items, labels, status, review, creation and activity", async () => {
    await expect(cell("File").getByRole("link")).toHaveText(tag);
    const { items } = await (await page.request.get(`/api/verifications?q=${tag}`)).json();
    const { message, missing_field } = items[0].findings.gravest;
    await expect(cell("File")).toContainText(missing_field === null ? message : `missing: ${missing_field}`);
    await expect(cell("File")).toContainText("Articles of incorporation");
    await expect(cell("Documents")).toContainText("Complete");
    await expect(cell("Findings")).toContainText("Medium");
    await expect(cell("Items")).toContainText("6 items");
    await expect(cell("Items")).toContainText("1 needs attention, Articles of incorporation");
    await expect(cell("Labels")).toContainText("Vigilada");
    await expect(cell("Status")).toContainText("Finished");
    await expect(cell("Review")).toContainText("Open, Ready to decide, Unassigned, Due");
    await expect(cell("Activity").getByRole("time").first()).toBeVisible();
    const { created_at } = (await (await page.request.get(`/api/verifications/${id}`)).json()).verification;
    const day = { day: "numeric", month: "short", timeZone: "America/Mexico_City" } as const;
    await expect(cell("Created")).toContainText(new Intl.DateTimeFormat("en", day).format(new Date(created_at)));
    await expect(page.getByText("1 verification", { exact: true })).toBeVisible();
  });

  await test.step("the tooltip of a cell on hover, and of all cells on focus", async () => {
    const tip = page.getByRole("tooltip");
    await expect.poll(() => hintOn(cell("File"))).toContain(id);
    // Also above the icons.
    await cell("Findings").hover({ force: true });
    await expect(tip).toHaveText(/^Findings of a final run/);
    await expect.poll(() => hintOn(cell("Status"))).toBe("");
    const link = rowOf(page, tag).getByRole("link");
    await page.keyboard.press("j");
    await expect(link).toBeFocused();
    await expect(tip).toContainText(id);
    await expect(tip).toContainText("Findings: Findings of a final run");
    await expect(link).toHaveAccessibleDescription(new RegExp(id));
    await page.keyboard.press("Escape");
    await expect(tip).toHaveCount(0);
    await expect(link).toBeFocused();
    await expect(link).toHaveAccessibleDescription("");
  });
});

test("a new verification and its progress appear without a reload, in the list and on the file", async ({
  page,
  sandbox,
  settled,
}) => {
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
}) => {
  const { id, tag } = await play("error");
  await page.addInitScript(() => {
    const replace = history.replaceState.bind(history);
    let isDue = false;
    window.addEventListener("letter-is-due", () => {
      isDue = true;
    });
    history.replaceState = (data, unused, url) => {
      replace(data, unused, url);
      const field = document.querySelector<HTMLInputElement>("search input");
      if (!isDue || !field || !String(url).includes("q=")) return;
      isDue = false;
      // Sets the value as the browser does: React notices a value that it has not set.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, `${field.value}z`);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
  });
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

  await test.step("after a reload, and after Back", async () => {
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

  await test.step("a part of the id or tag, in any case, at any position of the pointer", async () => {
    await table(page).getByRole("link").nth(2).hover();
    for (const part of [id, tag.slice(3, -1).toLowerCase()]) {
      await searchFor(page, part);
      await expect(table(page).getByRole("link")).toHaveText([tag]);
    }
  });

  await test.step("with every letter, also one typed at the moment of the search", async () => {
    await search(page).fill("");
    await expect(page).toHaveURL("/verifications");
    await page.evaluate(() => window.dispatchEvent(new Event("letter-is-due")));
    await search(page).fill(tag);
    await expect(search(page)).toHaveValue(`${tag}z`);
    await expect(page).toHaveURL(`/verifications?q=${tag}z`);
    await search(page).press("Backspace");
    await expect(page).toHaveURL(`/verifications?q=${tag}`);
    // Changes from elsewhere still reach the field.
    await page.getByRole("button", { name: `Remove Text: ${tag}` }).click();
    await expect(search(page)).toHaveValue("");
    await expect(page).toHaveURL("/verifications");
  });
});
