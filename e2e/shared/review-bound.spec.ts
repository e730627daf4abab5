import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { acceptByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newUser } from "#e2e/support/users.ts";

const HIGH = { severity: "high", message: "El RFC no coincide con la constancia." };

const WORDS = {
  en: {
    language: null,
    bar: "Review of this file",
    decide: "Decide…",
    accepted: /accepted this file .*(now|ago)/,
    own: /You accepted this file/,
    over: "This step is not possible any more",
    notice: "What has changed meanwhile",
    goOn: "I have read it, go on",
  },
  es: {
    language: "Cambiar a español",
    bar: "Revisión de este expediente",
    decide: "Dictaminar…",
    accepted: /aceptó este expediente (ahora|hace)/,
    own: /Aceptaste este expediente/,
    over: "Este paso ya no es posible",
    notice: "Qué cambió mientras tanto",
    goOn: "Ya lo leí, continuar",
  },
};

type Words = (typeof WORDS)["en"] | (typeof WORDS)["es"];

/** Opens Decide and rejects with the first reason, all but for sending it. */
async function beginToReject(page: Page, words: Words): Promise<void> {
  await page.getByRole("region", { name: words.bar }).getByRole("button", { name: words.decide }).click();
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("2");
  await page.getByRole("dialog").getByRole("combobox").selectOption({ index: 1 });
}

/** Accepts the file from elsewhere, once the rules have put it into the queue. */
async function accept(api: APIRequestContext, id: string): Promise<void> {
  await expect.poll(async () => (await reviewOf(api, id)).state).toBe("open");
  await acceptByApi(api, id);
}

for (const words of Object.values(WORDS)) {
  test(`a colleague's decision is not overwritten by one begun before it (${words.bar})`, async ({
    page,
    play,
    signInAs,
    apiAs,
    installation: { origin },
    playwright,
  }) => {
    const { id } = await play("finished");
    const maria = await newUser(await apiAs("admin"), "María José", "compliance");
    const colleague = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
    const { email, password } = maria;
    expect((await colleague.post("/api/session", { data: { email, password } })).ok()).toBe(true);
    await signInAs("compliance");
    await page.goto(`/verifications/${id}`);
    if (words.language) await page.getByRole("button", { name: words.language }).click();
    await beginToReject(page, words);
    await accept(colleague, id);

    const dialog = page.getByRole("dialog");
    const notice = dialog.getByRole("region", { name: words.notice });
    await expect(notice).toContainText(words.accepted);
    await expect(notice).toContainText("María José");
    await expect(notice).toContainText("Vi el original.");
    await expect(dialog.getByRole("alert").filter({ hasText: words.accepted })).toBeAttached();
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press("Control+Enter");
    await expect(notice).toBeFocused();
    await expect(notice).toContainText(words.over);
    await expect(notice.getByRole("button", { name: words.goOn })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect(await reviewOf(colleague, id)).toMatchObject({ state: "resolved", resolution: "accepted" });
    await colleague.dispose();
  });
}

test.describe("before the page has received it", () => {
  test.use({ expectedNoise: [/status of 409/] });

  test("the user's own decision in another tab is not overwritten either", async ({ page, play, signInAs, apiAs }) => {
    const { id } = await play("finished");
    const elsewhere = await apiAs("compliance");
    await signInAs("compliance");
    await page.goto(`/verifications/${id}`);
    await beginToReject(page, WORDS.en);
    // The page's request is in progress when the other one is stored. The route stays: without one Chromium releases
    // held requests.
    await page.route("**/review", async (route) => {
      if (route.request().method() === "PUT") await accept(elsewhere, id);
      await route.continue();
    });
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("region", { name: WORDS.en.notice })).toContainText(WORDS.en.own);
    expect(await reviewOf(elsewhere, id)).toMatchObject({ state: "resolved", resolution: "accepted" });
  });
});

test("different facts are shown before the decision continues", async ({ page, play, sandbox, signInAs }) => {
  const { id } = await play("finished");
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await beginToReject(page, WORDS.en);
  await sandbox.change(id, { kind: "reopened" }, { kind: "finished", run_id: "run-else", findings: [HIGH] });
  const dialog = page.getByRole("dialog");
  const notice = dialog.getByRole("region", { name: WORDS.en.notice });
  await expect(notice).toContainText(HIGH.message);
  await page.keyboard.press("Control+Enter");
  await expect(notice).toBeFocused();
  await notice.getByRole("button", { name: WORDS.en.goOn }).click();
  await expect(notice).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: WORDS.en.bar })).toContainText("Rejected");
});

test("no key reopens a decision: a dialog asks first, and names the decision that it sets aside", async ({
  page,
  play,
  signInAs,
  apiAs,
}) => {
  const { id } = await play("finished");
  const api = await apiAs("compliance");
  await accept(api, id);
  await signInAs("compliance");
  await page.goto(`/verifications/${id}`);
  await live(page);
  await page.keyboard.press("o");
  const dialog = page.getByRole("dialog", { name: "Reopen the review" });
  await expect(dialog).toContainText("The decision no longer applies: Accepted");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(await reviewOf(api, id)).toMatchObject({ state: "resolved", resolution: "accepted" });
  await page.keyboard.press("o");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await reviewOf(api, id)).state).toBe("open");
});
