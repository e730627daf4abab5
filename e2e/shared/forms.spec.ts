import type { Page } from "@playwright/test";
import { accountOf, expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { newUser } from "#e2e/support/users.ts";
import { LOCALES, type Locale } from "#lib/contract/preferences.ts";

/** What is wrong with a form is said beside its fields, in the reader's language, and by no bubble of the browser. */

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

async function speak(page: Page, locale: Locale, origin: string): Promise<void> {
  await page.context().addCookies([{ name: "locale", value: locale, url: origin }]);
}

for (const locale of LOCALES) {
  const words = MESSAGES[locale];
  const { field } = words.shell;
  const signIn = words.access.signIn;

  test(`errors of an empty field and a wrong email are shown beside the fields, and the first has the focus (${locale})`, async ({
    page,
    installation,
  }) => {
    await watchBubbles(page);
    await speak(page, locale, installation.origin);
    await page.goto("/login");
    const [email, password] = [page.getByLabel(signIn.email), page.getByLabel(signIn.password)];
    const send = page.getByRole("button", { name: signIn.submit });
    await expect(send).toBeEnabled();
    await password.focus();
    await send.click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(field.required);
    await expect(password).toHaveAccessibleDescription(field.required);
    await expect(password).toHaveAttribute("aria-invalid", "true");

    await email.fill("nobody");
    await expect(email).not.toHaveAttribute("aria-invalid");
    await password.fill("something");
    await send.click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(field.email);
    await expect(email).toHaveValue("nobody");
    await expect(password).toHaveValue("something");
    expect(await prevented(page)).toEqual([true, true, true]);
  });

  test(`a refusal by the server is shown beside the field, and typed text stays (${locale})`, async ({
    page,
    signInAs,
    apiAs,
    installation,
    expectedNoise,
  }) => {
    expectedNoise.push(/status of 409/);
    const taken = await newUser(await apiAs("admin"), newTag());
    const { invite, list, problem, role } = words.users;
    await watchBubbles(page);
    await signInAs("admin");
    await speak(page, locale, installation.origin);
    await page.goto("/users");
    await page.getByRole("button", { name: list.invite }).click();
    const dialog = page.getByRole("dialog");
    const [name, email] = [dialog.getByLabel(invite.name, { exact: true }), dialog.getByLabel(invite.email)];
    const send = dialog.getByRole("button", { name: invite.submit });
    await email.fill("nobody");
    await send.click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(field.required);
    await expect(email).toHaveAccessibleDescription(field.email);

    await name.fill("Lucía Hernández");
    await email.fill(taken.email);
    await dialog.getByRole("radio", { name: words.shell.role.support }).check();
    await expect(dialog.getByRole("radiogroup", { name: role.legend })).toBeVisible();
    await send.click();
    await expect(email).toHaveAccessibleDescription(problem.DUPLICATE_RESOURCE);
    await expect(name).toHaveValue("Lucía Hernández");
    await expect(email).toHaveValue(taken.email);
    await expect(dialog.getByRole("radio", { name: words.shell.role.support })).toBeChecked();
    expect(await prevented(page)).toEqual([true, true]);
  });

  test(`a form of many fields shows each error beside its field (${locale})`, async ({
    page,
    signInAs,
    installation,
  }) => {
    const policy = words["review-policy"];
    await signInAs("admin");
    await speak(page, locale, installation.origin);
    await page.goto("/settings");
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
}

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
  const { field } = MESSAGES.en.shell;
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(field.required);
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue(accountOf(installation, "support").email);
});
