import { ICONS } from "#components/page/icon.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, live, rowOf, search, searchFor, table } from "#e2e/support/list.ts";
import { newTag } from "#e2e/support/sandbox.ts";

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test.describe("the list", () => {
  test("shows tag, problem, documents, findings, items, labels, status, review, creation and activity of each verification", async ({
    page,
    play,
    change,
  }) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    const { id, tag } = await play("item-error-password_protected_pdf");
    const label = { label: "vigilada", display_name: "Vigilada", category: "Riesgo", comment: null };
    await change(id, { kind: "label_added", ...label });
    await page.goto(`/verifications?q=${tag}`);
    const cell = await cellsOf(page, tag);
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

  test("shows a new verification live, and its progress in squares and in a word", async ({
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
    for (const [status, words, filled] of [
      ["pending_upload", "Pending upload", 0],
      ["partial_upload", "Partly uploaded", 1],
      ["pending_external", "External steps pending", 2],
      ["full_upload", "Complete", 3],
    ] as const) {
      if (filled > 0) await sandbox.change(id, { kind: "documents_status", to: status });
      await expect(cell).toContainText(words);
      const at = await cell.getByText(words).evaluate((word) => getComputedStyle(word, "::before").maskPosition);
      expect(at).toBe(`0px -${14 * Object.keys(ICONS).indexOf(`meter-${filled}`)}px`);
    }
  });

  test("holds its rows still while the reader uses it, and counts the changes", async ({
    page,
    play,
    change,
    sandbox,
  }) => {
    const family = newTag();
    const below = await play("pending-upload", `${family}-1`);
    const above = await play("pending-upload", `${family}-2`);
    await change(above.id, { kind: "documents_status", to: "partial_upload" });
    await page.goto(`/verifications?q=${family}`);
    await live(page);
    const links = table(page).getByRole("link");
    await expect(links).toHaveText([above.tag, below.tag]);
    await links.first().hover();
    await sandbox.change(below.id, { kind: "documents_status", to: "partial_upload" });
    const show = page.getByRole("button", { name: /^1 updated — show/ });
    await expect(show).toBeVisible();
    await expect(links).toHaveText([above.tag, below.tag]);
    await show.click();
    await expect(links).toHaveText([below.tag, above.tag]);
  });
});

test.describe("filters", () => {
  test("are kept in the address, and survive a reload and Back", async ({ page, play }) => {
    const { tag } = await play("finished");
    await page.goto("/verifications?q=nothing-is-called-like-this");
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

  test("are removed one by one, or all at once", async ({ page, play }) => {
    const { tag } = await play("error");
    await page.goto(`/verifications?status=error,finished&documents_status=full_upload&q=${tag}`);
    await expect(rowOf(page, tag)).toBeVisible();
    await page.getByRole("button", { name: "Remove Status: Finished" }).click();
    await page.getByRole("button", { name: "Remove Documents: Complete" }).click();
    await expect(page).toHaveURL(`/verifications?status=error&q=${tag}`);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/verifications");
    await expect(search(page)).toBeFocused();
    await expect(search(page)).toHaveValue("");
  });

  test("lose no letter that is typed at the moment of the search", async ({ page, play }) => {
    const { tag } = await play("pending-upload");
    await page.addInitScript(() => {
      const replace = history.replaceState.bind(history);
      let typed = false;
      history.replaceState = (data, unused, url) => {
        replace(data, unused, url);
        const field = document.querySelector<HTMLInputElement>("search input");
        if (typed || !field || !String(url).includes("q=")) return;
        typed = true;
        // As the browser does it: React learns of a value that it has not set.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, `${field.value}z`);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      };
    });
    await page.goto("/verifications");
    await live(page);
    await search(page).fill(tag);
    await expect(search(page)).toHaveValue(`${tag}z`);
    await expect(page).toHaveURL(`/verifications?q=${tag}z`);
    await search(page).press("Backspace");
    await expect(page).toHaveURL(`/verifications?q=${tag}`);
    // And what changes elsewhere still reaches the field.
    await page.getByRole("button", { name: `Remove Text: ${tag}` }).click();
    await expect(search(page)).toHaveValue("");
    await expect(page).toHaveURL("/verifications");
  });

  test("find a verification by the beginning of its id or a part of its tag or account, in any case, at any position of the pointer", async ({
    page,
    play,
    observer,
  }) => {
    const { id, tag } = await play("pending-upload");
    await page.goto("/verifications?severity=high");
    await live(page);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/verifications");
    await table(page).getByRole("link").nth(2).hover();
    for (const part of [id, id.slice(0, 20), tag.slice(3, -1).toLowerCase()]) {
      await searchFor(page, part);
      await expect(table(page).getByRole("link")).toHaveText([tag]);
    }
    const { items } = await (await observer.get(`/api/verifications?q=${tag}`)).json();
    const account: string = items[0].account_name;
    // Every file has this account: the tag leaves one.
    await page.goto(`/verifications?tag=${tag}`);
    await live(page);
    await searchFor(page, account.slice(1, -1).toUpperCase());
    await expect(rowOf(page, tag)).toBeVisible();
    await search(page).fill(`${account} no`);
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  });
});
