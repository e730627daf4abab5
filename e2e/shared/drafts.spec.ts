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

test("an unsaved note is restored after a reload, after another page and on another device, until it is added", async ({
  page,
  browser,
  installation,
  play,
  signInAs,
  apiAs,
}) => {
  const { id } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const saved = kept(page, "note");
  await note(page).pressSequentially("Llamé al cliente.");
  await activity(page).getByRole("checkbox").check();
  await saved;
  await expect(activity(page).getByText("Draft from")).toHaveCount(0);
  await page.reload();
  await expect(note(page)).toHaveValue("Llamé al cliente.");
  await expect(activity(page).getByRole("checkbox")).toBeChecked();
  await expect(activity(page).locator("[data-announced]").filter({ hasText: "Draft from" })).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  // The last key and the way to another page come together.
  await note(page).press("Control+End");
  await page.keyboard.type(" No contestó.");
  await page.goto("/people");
  await page.goto(`/verifications/${id}`);
  await expect(note(page)).toHaveValue("Llamé al cliente. No contestó.");

  const device = await browser.newContext({ baseURL: installation.origin });
  const { email, password } = accountOf(installation, "compliance");
  const headers = { origin: installation.origin };
  expect((await device.request.post("/api/session", { data: { email, password }, headers })).ok()).toBe(true);
  const other = await device.newPage();
  await other.goto(`/verifications/${id}`);
  await expect(note(other)).toHaveValue("Llamé al cliente. No contestó.");
  const colleague = await apiAs("admin");
  expect(await (await colleague.get(`/api/verifications/${id}/drafts`)).json()).toEqual({ items: [] });

  const gone = discarded(other, "note");
  await note(other).press("Control+Enter");
  await expect(activity(other).getByRole("article")).toContainText("Llamé al cliente. No contestó.");
  await gone;
  await expect(note(other)).toHaveValue("");
  await device.close();
  await page.reload();
  await expect(activity(page).getByRole("article")).toContainText("Only for compliance");
  await expect(note(page)).toHaveValue("");
});

test("the text of a decision is restored in its dialog, with its choices, and deleted when it is discarded", async ({
  page,
  play,
  signInAs,
}) => {
  const { id } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  const bar = page.getByRole("region", { name: "Review of this file" });
  const dialog = page.getByRole("dialog");
  const decide = () => bar.getByRole("button", { name: "Decide…" }).click();
  await decide();
  await expect(dialog.getByRole("radio", { name: "Accept" })).toBeFocused();
  await page.keyboard.press("2");
  await dialog.getByRole("combobox", { name: "Reason" }).selectOption({ index: 1 });
  const code = await dialog.getByRole("combobox", { name: "Reason" }).inputValue();
  const saved = kept(page, "decide");
  await dialog.getByRole("textbox").fill("El RFC no coincide.");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await saved;
  // The draft may arrive after the dialog is open.
  const drafts = (url: URL) => url.pathname.endsWith("/drafts");
  const opened = Promise.withResolvers<void>();
  await page.route(drafts, async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.reload();
  await live(page);
  await decide();
  await expect(dialog.getByRole("radio", { name: "Accept" })).toBeFocused();
  opened.resolve();
  await expect(dialog.getByRole("textbox")).toHaveValue("El RFC no coincide.");
  await page.unrouteAll({ behavior: "wait" });
  await expect(dialog.getByRole("radio", { name: "Reject" })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Reject" })).toBeFocused();
  await expect(dialog.getByRole("combobox", { name: "Reason" })).toHaveValue(code);
  await expect(dialog).toContainText("Draft from");
  await expectAccessibleAtBothWidths(page);
  const gone = discarded(page, "decide");
  await dialog.getByRole("button", { name: "Discard draft" }).click();
  await gone;
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(dialog.getByRole("radio", { name: "Accept" })).toBeFocused();
  await page.keyboard.press("Escape");
  await decide();
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(dialog).not.toContainText("Draft from");
});

test("a reason chosen by its number stays when its list and the drafts arrive at once", async ({
  page,
  play,
  signInAs,
}) => {
  const { id } = await play("finished");
  await signInAs("compliance");
  // Both answers are held in the page, since answers of the server arrive one after the other.
  await page.addInitScript(() => {
    const answered = Promise.withResolvers<void>();
    const request = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await request(input, init);
      if (!/\/drafts$|\/review\/choices$/.test(new URL(answer.url).pathname)) return answer;
      const body = await answer.text();
      await answered.promise;
      return new Response(body, answer);
    };
    window.addEventListener("answer", () => answered.resolve());
  });
  await page.goto(`/verifications/${id}`);
  await live(page);
  await page.getByRole("region", { name: "Review of this file" }).getByRole("button", { name: "Decide…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Accept" })).toBeFocused();
  await page.keyboard.press("2");
  const reason = dialog.getByRole("combobox", { name: "Reason" });
  await expect(reason).toBeFocused();
  await page.keyboard.press("3");
  await page.evaluate(() => window.dispatchEvent(new Event("answer")));
  await expect(reason).toHaveValue("documents_altered");
});

test("an edited letter stays, until it is generated again from the missing points", async ({
  page,
  play,
  signInAs,
}) => {
  const { id } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  const dialog = page.getByRole("dialog", { name: "Write to the customer" });
  const letter = dialog.getByLabel("Letter", { exact: true });
  const write = () => page.getByRole("button", { name: "Write to the customer" }).click();
  await write();
  await dialog.getByLabel("Spanish").check();
  await expect(letter).toHaveValue(/^Buen día:/);
  const saved = kept(page, "letter");
  await letter.fill("Estimada Rosa:");
  await saved;
  await page.reload();
  await write();
  await expect(letter).toHaveValue("Estimada Rosa:");
  await expect(dialog.getByLabel("Spanish")).toBeChecked();
  await expect(dialog).toContainText("Draft from");
  await dialog.getByRole("button", { name: "Write it again" }).click();
  await expect(letter).not.toHaveValue("Estimada Rosa:");
  await expect(dialog).not.toContainText("Draft from");
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
    // They arrive by themselves once the server can be reached.
    const arrived = kept(page, "note");
    await page.unroute("**/drafts/*");
    await arrived;
    await expect(activity(page).getByText("This text is not kept as a draft yet.")).toHaveCount(0);
  });
});
