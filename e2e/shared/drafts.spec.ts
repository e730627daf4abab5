import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

const activity = (page: Page) => page.getByRole("region", { name: /^(Activity|Actividad)/ });
const note = (page: Page) => activity(page).locator("#new-note");
const kept = (page: Page, kind: string) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith(`/drafts/${kind}`) && answer.request().method() === "PUT" && answer.ok(),
  );
const discarded = (page: Page, kind: string) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith(`/drafts/${kind}`) && answer.request().method() === "DELETE" && answer.ok(),
  );

/* The draft of a decision: `components/desk/review/review-dialogs.browser.test.tsx`. */
test("an unsaved note and letter are restored after the page was left, and on another device, until they are added or discarded", async ({
  page,
  browser,
  installation,
  play,
  signInAs,
  apiAs,
}) => {
  const { id } = await play("finished");
  const address = `/verifications/${id}`;
  await signInAs("compliance");
  await page.goto(address);
  await live(page);
  const dialog = page.getByRole("dialog");
  const letter = dialog.getByLabel("Letter", { exact: true });
  const write = () => page.getByRole("button", { name: "Write to the customer" }).click();

  await test.step("a letter is edited", async () => {
    await write();
    await dialog.getByLabel("Spanish").check();
    await expect(letter).toHaveValue(/^Buen día:/);
    const saved = kept(page, "letter");
    await letter.fill("Estimada Rosa:");
    await saved;
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
  });
  await test.step("a note is begun; its last key and the way to another page come together", async () => {
    const saved = kept(page, "note");
    await note(page).pressSequentially("Llamé al cliente.");
    await activity(page).getByRole("checkbox").check();
    await saved;
    await expect(activity(page).getByText("Draft from")).toHaveCount(0);
    await note(page).press("Control+End");
    await page.keyboard.type(" No contestó.");
    await page.goto("about:blank");
  });

  await page.goto(address);
  await live(page);
  await test.step("the edited letter is restored, until it is written again from the missing points", async () => {
    await write();
    await expect(letter).toHaveValue("Estimada Rosa:");
    await expect(dialog.getByLabel("Spanish")).toBeChecked();
    await expect(dialog).toContainText("Draft from");
    await dialog.getByRole("button", { name: "Write it again" }).click();
    await expect(letter).not.toHaveValue("Estimada Rosa:");
    await expect(dialog).not.toContainText("Draft from");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });
  await test.step("the note is restored, for its author alone", async () => {
    await expect(note(page)).toHaveValue("Llamé al cliente. No contestó.");
    await expect(activity(page).getByRole("checkbox")).toBeChecked();
    await expect(activity(page).locator("[data-announced]").filter({ hasText: "Draft from" })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    const colleague = await apiAs("admin");
    expect(await (await colleague.get(`/api${address}/drafts`)).json()).toEqual({ items: [] });
  });

  await test.step("the note is restored on another device, and added there", async () => {
    const device = await browser.newContext({ baseURL: installation.origin });
    const { email, password } = accountOf(installation, "compliance");
    const headers = { origin: installation.origin };
    expect((await device.request.post("/api/session", { data: { email, password }, headers })).ok()).toBe(true);
    const other = await device.newPage();
    await other.goto(address);
    await expect(note(other)).toHaveValue("Llamé al cliente. No contestó.");
    const gone = discarded(other, "note");
    await note(other).press("Control+Enter");
    await expect(activity(other).getByRole("article")).toContainText("Llamé al cliente. No contestó.");
    await gone;
    await expect(note(other)).toHaveValue("");
    await device.close();
    await expect(activity(page).getByRole("article")).toContainText("Only for compliance");
    const { items } = await (await page.request.get(`/api${address}/drafts`)).json();
    expect(items.filter(({ kind }: { kind: string }) => kind === "note")).toEqual([]);
  });
});

test.describe("while drafts cannot be saved", () => {
  test.use({ expectedNoise: [/net::ERR_FAILED/] });

  test("another language keeps the typed text, and a notice states that it is not saved elsewhere", async ({
    page,
    play,
    signInAs,
  }) => {
    const { id } = await play("finished");
    await signInAs("compliance");
    await page.goto(`/verifications/${id}`);
    await live(page);
    await note(page).fill("First note.");
    await note(page).press("Control+Enter");
    const article = activity(page).getByRole("article");
    await expect(article).toContainText("First note.");
    await page.route("**/drafts/*", (route) => route.abort());
    await article.getByRole("button", { name: "Edit note" }).click();
    await article.getByRole("textbox").fill("First note, changed.");
    await note(page).fill("Second note.");
    await activity(page).getByRole("checkbox").check();
    await expect(activity(page).getByText("This text is not kept as a draft yet.").first()).toBeVisible();
    for (const [language, words] of [
      ["Cambiar a español", "Solo para cumplimiento y administradores"],
      ["Switch to English", "Only for compliance and administrators"],
    ] as const) {
      await page.getByRole("button", { name: language }).click();
      await expect(activity(page).getByText(words)).toBeVisible();
      await expect(note(page)).toHaveValue("Second note.");
      await expect(activity(page).getByRole("checkbox")).toBeChecked();
      await expect(article.getByRole("textbox")).toHaveValue("First note, changed.");
    }
    // They are saved automatically once the server can be reached.
    const arrived = kept(page, "note");
    await page.unroute("**/drafts/*");
    await arrived;
    await expect(activity(page).getByText("This text is not kept as a draft yet.")).toHaveCount(0);
  });
});
