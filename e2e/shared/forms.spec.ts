import type { Page } from "@playwright/test";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { newUser } from "#e2e/support/users.ts";

/* Errors beside the fields of a form, in both languages: `components/page/form.browser.test.tsx`. */

const EVENTS = "invalidEvents";

/** Records of each `invalid` event whether its default, the bubble, was left to the browser. */
const watchBubbles = (page: Page) =>
  page.addInitScript((name) => {
    const seen: boolean[] = [];
    Object.assign(window, { [name]: seen });
    window.addEventListener("invalid", (event) => queueMicrotask(() => seen.push(event.defaultPrevented)), true);
  }, EVENTS);

const prevented = (page: Page): Promise<boolean[]> =>
  page.evaluate((name) => Reflect.get(window, name) as boolean[], EVENTS);

const { shell } = MESSAGES.en;

test("a refusal by the server is shown beside the field, and typed text stays", async ({
  page,
  signInAs,
  apiAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 409/);
  const taken = await newUser(await apiAs("admin"), newTag());
  const { invite, list, problem, role } = MESSAGES.en.users;
  await watchBubbles(page);
  await signInAs("admin");
  await page.goto("/users");
  await page.getByRole("button", { name: list.invite }).click();
  const dialog = page.getByRole("dialog");
  const [name, email] = [dialog.getByLabel(invite.name, { exact: true }), dialog.getByLabel(invite.email)];
  const send = dialog.getByRole("button", { name: invite.submit });
  await email.fill("nobody");
  await send.click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(shell.field.required);
  await expect(email).toHaveAccessibleDescription(shell.field.email);

  await name.fill("Lucía Hernández");
  await email.fill(taken.email);
  await dialog.getByRole("radio", { name: shell.role.support }).check();
  await expect(dialog.getByRole("radiogroup", { name: role.legend })).toBeVisible();
  await send.click();
  await expect(email).toHaveAccessibleDescription(problem.DUPLICATE_RESOURCE);
  await expect(name).toHaveValue("Lucía Hernández");
  await expect(email).toHaveValue(taken.email);
  await expect(dialog.getByRole("radio", { name: shell.role.support })).toBeChecked();
  expect(await prevented(page)).toEqual([true, true]);
});

test("a form of many fields shows each error beside its field", async ({ page, signInAs }) => {
  const policy = MESSAGES.en["review-policy"];
  await signInAs("admin");
  await page.goto("/settings/review");
  const section = page.getByRole("region", { name: policy.title });
  const hours = section.getByLabel(policy.number.due_hours.label);
  const until = section.getByLabel(policy.working.to, { exact: true });
  await hours.fill("");
  await until.fill("08:00");
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
  await expect(until).toHaveAccessibleDescription(policy.invalid.hours);
  await expect(letter).toHaveValue("Hello");
  await hours.fill("16");
  await section.getByLabel(policy.working.from, { exact: true }).fill("07:00");
  await expect(until).not.toHaveAttribute("aria-invalid");
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
