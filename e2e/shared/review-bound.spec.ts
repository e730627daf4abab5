import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { acceptByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newUser } from "#e2e/support/users.ts";

const ES = { bar: "Revisión de este expediente", decide: "Dictaminar…", notice: "Qué cambió mientras tanto" };

/** Opens Decide and fills a rejection with the first reason in, without sending it. */
async function beginToReject(page: Page): Promise<void> {
  await page.getByRole("region", { name: ES.bar }).getByRole("button", { name: ES.decide }).click();
  await expect(page.getByRole("dialog").getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("2");
  await page.getByRole("dialog").getByRole("combobox").selectOption({ index: 1 });
}

/** Accepts the file by the API, once the rules have put it into the queue. */
async function accept(api: APIRequestContext, id: string): Promise<void> {
  await expect.poll(async () => (await reviewOf(api, id)).state).toBe("open");
  await acceptByApi(api, id);
}

/* Changes that the page has not received, and reopening: `components/desk/review/review-dialogs.browser.test.tsx`. */
test("a colleague's decision is not overwritten by one begun before it, also in Spanish", async ({
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
  await beginToReject(page);
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
  await expect(notice).toContainText("El expediente ya no admite este paso");
  await expect(notice.getByRole("button", { name: "Ya lo leí, continuar" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await reviewOf(colleague, id)).toMatchObject({ state: "resolved", resolution: "accepted" });
  await colleague.dispose();
});
