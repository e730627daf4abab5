import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { prevented, watchBubbles } from "#e2e/support/forms.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

/*
 * Errors beside the fields of a form: `components/page/form.browser.test.tsx`; refusals of the server:
 * `components/users/users-view.browser.test.tsx`.
 */

const { shell } = MESSAGES.en;

test("a form of many fields shows each error beside its field", async ({ page, signInAs }) => {
  const policy = MESSAGES.en["review-policy"];
  await signInAs("admin");
  await page.goto("/settings/review");
  const section = page.getByRole("region", { name: policy.title });
  const hours = section.getByLabel(policy.number.due_hours.label);
  const until = section.getByLabel(policy.working.to, { exact: true });
  await hours.fill("");
  await until.fill("");
  await section.getByText(policy.templates.open).click();
  const letters = section.getByRole("group", { name: policy.group.templates });
  const letter = letters.getByLabel(policy.templates.language.en);
  await letter.fill("Hello");
  await section.getByRole("button", { name: policy.save }).click();
  await expect(hours).toBeFocused();
  const { number } = policy.invalid;
  await expect(hours).toHaveAccessibleDescription(
    `${number.replace("{most, number}", "1,000")} ${policy.number.due_hours.about}`,
  );
  await expect(until).toHaveAccessibleDescription(policy.invalid.time);
  await expect(letter).toHaveValue("Hello");
  await hours.fill("16");
  await until.fill("06:00");
  await expect(until).not.toHaveAttribute("aria-invalid");
  await expect(until).toHaveAccessibleDescription(policy.working.nextDay.replace("{to}", "06:00"));
  await section.getByRole("button", { name: policy.save }).click();
  await expect(letter).toBeFocused();
});

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
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(shell.field.required);
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue(accountOf(installation, "support").email);
});
