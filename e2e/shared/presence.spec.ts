import type { Browser, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf } from "#e2e/support/list.ts";
import { newUser } from "#e2e/support/users.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Review of this file" });
const others = (page: Page) =>
  bar(page)
    .locator("[data-announced]")
    .filter({ hasText: /this file open|deciding/ });

/** Signs a user in with a browser context of their own. */
async function openAs(browser: Browser, origin: string, { email, password }: { email: string; password: string }) {
  const page = await (await browser.newContext({ baseURL: origin })).newPage();
  const answer = await page.request.post("/api/session", { data: { email, password }, headers: { origin } });
  expect(answer.ok()).toBe(true);
  return page;
}

const leave = (page: Page) =>
  page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Verifications" }).click();

test("other readers of a file are shown on the file, in the list and at the desk; deciding users only to users who may decide", async ({
  page,
  browser,
  play,
  signInAs,
  apiAs,
  installation: { origin },
}, test) => {
  const { id, tag } = await play("finished");
  const admin = await apiAs("admin");
  const maria = await openAs(browser, origin, await newUser(admin, "María José", "compliance"));
  const rosa = await openAs(browser, origin, await newUser(admin, "Rosa", "support"));
  await signInAs("compliance");
  for (const each of [page, maria]) {
    await each.goto(`/verifications/${id}`);
    await live(each);
  }
  await expect(others(page)).toHaveText("María José has this file open.");
  // Readers do not see themselves.
  await expect(others(maria)).toHaveText(/^(?!.*María).* has this file open\.$/);
  await rosa.goto(`/verifications?q=${tag}`);
  await expect(rowOf(rosa, tag)).toContainText("María José");

  await maria.keyboard.press("r");
  await expect(maria.getByRole("dialog")).toBeVisible();
  await expect(others(page)).toContainText("María José is deciding.");
  await expectAccessibleAtBothWidths(page);
  await test.attach("deciding", { body: await page.screenshot(), contentType: "image/png" });
  await rowOf(rosa, tag).getByRole("link").first().click();
  await expect(others(rosa)).toContainText("María José");
  await expect(others(rosa)).not.toContainText("deciding");
  await expect(others(page)).toContainText("Rosa has this file open.");
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog").getByRole("status").first()).toContainText("María José is deciding.");
  await page.keyboard.press("Escape");

  await maria.keyboard.press("Escape");
  await expect(others(page)).toHaveText("María José and Rosa have this file open.");
  await page.getByRole("button", { name: "Cambiar a español" }).click();
  await expect(
    page.locator("[data-announced]").filter({ hasText: "María José y Rosa tienen abierto este expediente." }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Switch to English" }).click();

  // A second tab of the same user changes nothing, and closing one keeps the other.
  const second = await maria.context().newPage();
  await second.goto(`/verifications/${id}`);
  await live(second);
  await second.close({ runBeforeUnload: true });
  await leave(rosa);
  await expect(others(page)).toHaveText("María José has this file open.");
  await bar(page).getByRole("button", { name: "Assign to me" }).click();
  await expect(bar(page)).toContainText("(you)");
  await page.goto("/review?lane=mine");
  await expect(page.getByRole("link").filter({ hasText: tag })).toContainText("María José has this file open.");
  await page.goBack();
  await expect(others(page)).toHaveText("María José has this file open.");
  await leave(maria);
  await expect(others(page)).toHaveCount(0);
  for (const each of [maria, rosa]) await each.context().close();
});
