import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import type { Sandbox } from "#e2e/support/sandbox.ts";
import { newUser } from "#e2e/support/users.ts";

const FILES = 6;

const bar = (page: Page) => page.getByRole("region", { name: "Review of this file" });
const lanes = (page: Page) => page.getByRole("navigation", { name: "Lanes" });
const lane = (page: Page, name: string) => lanes(page).getByRole("link", { name: new RegExp(`^${name}`) });
const queue = (page: Page, name: string) => page.getByRole("list", { name, exact: true });
const fileOf = (page: Page) => new URL(page.url()).searchParams.get("file");

type Account = { name: string; email: string; password: string };
type Officer = { page: Page; name: string; worked: string[] };

/** Signs an officer in and opens the desk. */
async function openDesk(page: Page, origin: string, { name, email, password }: Account): Promise<Officer> {
  const answer = await page.request.post(`${origin}/api/session`, { data: { email, password }, headers: { origin } });
  expect(answer.ok()).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${origin}/review`);
  await live(page);
  return { page, name, worked: [] };
}

/**
 * Assigns open reviews of other files to another user, since a late event or a read of an opened file may still remove
 * their reason. The files of a test keep their reasons until they are decided.
 */
async function assignOtherReviews(api: APIRequestContext, sandbox: Sandbox, own: readonly string[]): Promise<void> {
  await expect.poll(async () => (await sandbox.deliveries()).pending, { timeout: 120_000 }).toBe(0);
  const { assignees } = await (await api.get("/api/review/choices")).json();
  const next = async () =>
    (await (await api.get("/api/verifications?review=open&assignee=none&limit=200")).json()).items
      .map(({ verification_id }: { verification_id: string }) => verification_id)
      .filter((id: string) => !own.includes(id));
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    const change = { assignee: assignees[0].user_id };
    await (await api.post("/api/review/bulk", { data: { ids, change } })).text();
  }
}

const undoButton = (page: Page) =>
  page.getByRole("region", { name: /^Messages/ }).getByRole("button", { name: "Undo" });

/** Takes the next file, which is then assigned to the officer. */
async function takeNext(page: Page): Promise<string> {
  const before = fileOf(page);
  await page.keyboard.press("t");
  await expect.poll(() => fileOf(page)).not.toBe(before);
  await expect(bar(page)).toContainText("(you)");
  return fileOf(page) ?? "";
}

/** Accepts the open file with keys alone. */
async function accept(page: Page): Promise<void> {
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog").getByRole("radio", { name: "Accept" })).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("The customer showed the original.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("two officers work through the queue by keyboard, and never get the same file", { tag: "@journey" }, async ({
  browser,
  installation: { origin },
  apiAs,
  observer,
  play,
  sandbox,
}) => {
  const admin = await apiAs("admin");
  const unassigned = async () => (await (await observer.get("/api/review/lanes")).json()).unassigned.count;
  // One more for each officer: an officer who is not at the last file takes another.
  const played = FILES + 2;
  const files = await Promise.all(Array.from({ length: played }, () => play("finished-clean")));
  const own = files.map(({ id }) => id);
  await assignOtherReviews(admin, sandbox, own);
  await expect.poll(unassigned).toBeGreaterThanOrEqual(played);

  const officers = await Promise.all(
    ["Ana", "Raúl"].map(async (name) =>
      openDesk(await (await browser.newContext()).newPage(), origin, await newUser(admin, name, "compliance")),
    ),
  );
  const all = () => officers.flatMap(({ worked }) => worked);
  const work = async ({ page, worked }: Officer) => {
    while (all().length < FILES) {
      const id = await takeNext(page);
      await accept(page);
      // The officer has no other file: the desk shows that, and offers the next one.
      await expect(page.getByRole("heading", { name: "Nothing is assigned to you" })).toBeVisible();
      worked.push(id);
    }
  };
  await Promise.all(officers.map(work));

  expect(new Set(all()).size).toBe(all().length);
  for (const { worked, name, page } of officers) {
    expect(worked.length, name).toBeGreaterThan(0);
    for (const id of worked) {
      const { items } = await (await observer.get(`/api/verifications/${id}/review/log`)).json();
      const decided = items.filter(({ kind }: { kind: string }) => kind === "decided");
      expect(decided).toMatchObject([{ user: { name }, resolution: "accepted" }]);
    }
    await page.context().close();
  }
});

test("keys move in the queue, which counts by itself and leads to the next file", async ({
  page,
  installation: { origin },
  apiAs,
  observer,
  play,
  sandbox,
}) => {
  const admin = await apiAs("admin");
  const own: string[] = [];
  for (let count = 0; count < 3; count += 1) own.push((await play("finished-clean")).id);
  await assignOtherReviews(admin, sandbox, own);
  await openDesk(page, origin, await newUser(admin, "Ema", "compliance"));
  await test.step("`t` pressed while a file is being taken takes no second file", async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/review/next", (route) => answered.then(() => route.continue()), { times: 1 });
    const taking = page.waitForRequest("**/api/review/next");
    await page.getByRole("button", { name: "Take next" }).click();
    await taking;
    await page.keyboard.press("t");
    answer();
    await expect.poll(() => fileOf(page)).not.toBeNull();
    await expect(bar(page)).toContainText("(you)");
    await expect(lane(page, "Mine")).toHaveText("Mine1");
  });
  await test.step("a take is undone by `z` while its toast names the file", async () => {
    const taken = await takeNext(page);
    await expect(undoButton(page)).toBeVisible();
    await page.keyboard.press("z");
    await expect(bar(page)).toContainText("Unassigned");
    await expect(lane(page, "Mine")).toHaveText("Mine1");
    // The same file is the first one again.
    await page.keyboard.press("t");
    await expect(bar(page)).toContainText("(you)");
    expect(fileOf(page)).toBe(taken);
  });
  await takeNext(page);
  const links = queue(page, "Mine").getByRole("link");
  await expect(links).toHaveCount(3);
  await expect(lane(page, "Mine")).toHaveText("Mine3");
  const tags = await links.evaluateAll((rows) => rows.map((row) => row.querySelector("span span")?.textContent ?? ""));
  const shows = (tag = "") => expect(page.getByRole("heading", { level: 1, name: tag, exact: true })).toBeVisible();

  await test.step("from the open file, into the queue and back", async () => {
    await links.nth(0).click();
    await shows(tags[0]);
    await expect(page.getByRole("region", { name: "File", exact: true })).toBeFocused();
    await page.keyboard.press("j");
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await shows(tags[1]);
    await expect(links.nth(1)).toHaveAttribute("aria-current", "true");
    await expectAccessibleAtBothWidths(page);
    // The tooltip under the pointer closes, and takes no key.
    await links
      .nth(2)
      .getByText(tags[2] ?? "")
      .hover();
    await expect(page.getByRole("tooltip")).toHaveText(/^ver_/);
    await page.keyboard.press("Escape");
    await expect(links.nth(1)).toBeFocused();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  });

  await test.step("arriving files are counted, and move no row", async () => {
    const { unassigned } = await (await observer.get("/api/review/lanes")).json();
    await play("finished-clean");
    await expect(lane(page, "Unassigned")).toHaveText(`Unassigned${unassigned.count + 1}`);
    await expect(links.nth(1)).toBeFocused();
  });

  await test.step("after a decision the file below opens, and an undo brings the decided one back", async () => {
    await accept(page);
    await shows(tags[2]);
    // A step can be undone for ten seconds after it is saved: nothing else comes first. Before, the button is that of the take.
    await expect(page.getByRole("region", { name: /^Messages/ })).toContainText(": accepted.");
    await page.keyboard.press("z");
    await expect(links).toHaveCount(3);
    await shows(tags[1]);
    await expect(bar(page)).toContainText("Ready to decide");
    await page.keyboard.press("r");
    await expect(page.getByRole("dialog").getByRole("textbox", { name: /^Comment/ })).toHaveValue(
      "The customer showed the original.",
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // From the open file, not from the beginning.
    await page.getByRole("main").focus();
    await page.keyboard.press("j");
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press("k");
    await expect(links.nth(1)).toBeFocused();
  });

  await test.step("a key of a file acts on the marked file", async () => {
    await links.nth(1).focus();
    await page.keyboard.press("j");
    await expect(links.nth(2)).toBeFocused();
    await page.keyboard.press("r");
    await expect(page.getByRole("dialog", { name: `Decide: ${tags[2]}` })).toBeVisible();
    await page.keyboard.press("2");
    await page.keyboard.press("5");
    const reason = page.getByRole("dialog").getByRole("combobox", { name: "Reason" });
    await expect(reason).toHaveValue("tax_data_mismatch");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await shows(tags[2]);
  });

  await test.step("several files are selected by keys, and set to wait together", async () => {
    const selected = page.getByRole("region", { name: "Selected files" });
    await links.nth(0).focus();
    await page.keyboard.press("x");
    await expect(selected).toContainText("1 selected");
    await page.keyboard.press("Escape");
    await expect(selected).toHaveCount(0);
    await shows(tags[2]);
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await expect(selected).toContainText("2 selected");
    await selected.getByRole("button", { name: "Wait until…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Let 2 files wait" })).toBeVisible();
    await expect(dialog.getByLabel("Come back on")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toContainText("2 of 2 done · 2 changed");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(selected).toHaveCount(0);
    await expect(lane(page, "Mine")).toHaveText("Mine1");
    await page
      .getByRole("region", { name: /^Messages/ })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(lane(page, "Mine")).toHaveText("Mine3");
    await expect(links).toHaveCount(3);
  });

  await test.step("the slash searches any file", async () => {
    await page.getByRole("main").focus();
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
  });

  await test.step("Back leads to the queue, after any number of files", async () => {
    await page.goBack();
    await expect(page).toHaveURL(/\/review(\?lane=mine)?$/);
    await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
  });

  await test.step("an empty queue shows a message", async () => {
    await page.route("**/api/review/next", (route) => route.fulfill({ status: 204 }));
    await page.keyboard.press("t");
    await expect(page.locator("[data-announced]").filter({ hasText: "Nothing left to take" })).toBeVisible();
    await lane(page, "Stalled").click();
    await expect(page.getByRole("heading", { name: "Nothing is stalled" })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });
});

test("on a phone the file comes after the queue, and Back restores the position", async ({ page, play, signInAs }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await play("finished-clean", "DESK-PHONE");
  await signInAs("support");
  await page.goto("/review");
  await live(page);
  await expect(page.getByRole("button", { name: "Take next" })).toHaveCount(0);
  const row = queue(page, "Unassigned").getByRole("link", { name: "DESK-PHONE" });
  await row.click();
  await expect(page.getByRole("heading", { level: 1, name: "DESK-PHONE" })).toBeVisible();
  await expect(row).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to Unassigned" }).click();
  await expect(row).toBeFocused();
});
