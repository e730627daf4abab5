import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { acceptByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newUser } from "#e2e/support/users.ts";

const EN = { bar: "Review of this file", decide: "Decide…", notice: "What has changed meanwhile" };
const ES = { bar: "Revisión de este expediente", decide: "Dictaminar…", notice: "Qué cambió mientras tanto" };

/** Opens Decide and fills a rejection with the first reason in, without sending it. */
async function beginToReject(page: Page, words: typeof EN): Promise<void> {
  await page.getByRole("region", { name: words.bar }).getByRole("button", { name: words.decide }).click();
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("2");
  await page.getByRole("dialog").getByRole("combobox").selectOption({ index: 1 });
}

/** Accepts the file by the API, once the rules have put it into the queue. */
async function accept(api: APIRequestContext, id: string): Promise<void> {
  await expect.poll(async () => (await reviewOf(api, id)).state).toBe("open");
  await acceptByApi(api, id);
}

test("a colleague's decision is not overwritten by one begun before it, also in Spanish", { tag: "@journey" }, async ({
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
  await page.getByRole("button", { name: "Cambiar a español" }).click();
  await beginToReject(page, ES);
  await accept(colleague, id);

  const accepted = /aceptó este expediente (ahora|hace)/;
  const dialog = page.getByRole("dialog");
  const notice = dialog.getByRole("region", { name: ES.notice });
  await expect(notice).toContainText(accepted);
  await expect(notice).toContainText("María José");
  await expect(notice).toContainText("Vi el original.");
  await expect(dialog.getByRole("alert").filter({ hasText: accepted })).toBeAttached();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press("Control+Enter");
  await expect(notice).toBeFocused();
  await expect(notice).toContainText("Este paso ya no es posible");
  await expect(notice.getByRole("button", { name: "Ya lo leí, continuar" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await reviewOf(colleague, id)).toMatchObject({ state: "resolved", resolution: "accepted" });
  await colleague.dispose();
});

test.describe("before the page has received it", () => {
  test.use({ expectedNoise: [/status of 409/] });

  test("the user's own decision in another tab is not overwritten either", async ({ page, play, signInAs, apiAs }) => {
    const { id } = await play("finished");
    const elsewhere = await apiAs("compliance");
    await signInAs("compliance");
    await page.goto(`/verifications/${id}`);
    await beginToReject(page, EN);
    // The page's request is in progress when the other one is stored. The route stays, since without a route Chromium
    // releases held requests.
    await page.route("**/review", async (route) => {
      if (route.request().method() === "PUT") await accept(elsewhere, id);
      await route.continue();
    });
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("region", { name: EN.notice })).toContainText(/You accepted this file/);
    expect(await reviewOf(elsewhere, id)).toMatchObject({ state: "resolved", resolution: "accepted" });
  });
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
