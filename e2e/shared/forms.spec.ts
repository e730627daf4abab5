import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { prevented, watchBubbles } from "#e2e/support/forms.ts";

/*
 * Errors beside the fields of a form: `components/kit/form.browser.test.tsx`; refusals of the server:
 * `components/access/users/users-view.browser.test.tsx`.
 */

test("an empty form sent before the scripts of its page run is checked when they run", async ({
  page,
  installation,
}) => {
  await watchBubbles(page);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(accountOf(installation, "support").email);
  await page.keyboard.press("Enter");
  expect(await prevented(page)).toEqual([]);
  scripts.resolve();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Fill in “Password”.");
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue(accountOf(installation, "support").email);
});
