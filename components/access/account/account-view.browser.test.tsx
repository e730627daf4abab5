import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { NoticeMailSection } from "#components/outbound/notices/notice-mail-section.tsx";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { AccountView } from "./account-view.tsx";

const { account: words, shell } = MESSAGES.en;
const AT = "2026-11-20T12:00:00.000000Z";
const USER = { name: "Ana Ruiz", email: "ana@example.mx", role: "admin" as const };
const SESSION = { id: "s1", started_at: AT, active_at: AT, address: null, user_agent: null, current: true };
const ACCOUNT = { ...USER, ways: ["password"], provider: null, second_factor: null, second_factor_required: false };
const ANSWERS = {
  "GET /api/account": ACCOUNT,
  "GET /api/account/sessions": { items: [SESSION, { ...SESSION, id: "s2", current: false }] },
  "GET /api/account/passkeys": { items: [], available: true, required: false, recovery_codes_left: 0 },
  "GET /api/account/notice-mail": { choice: "daily", locale: "en", configured: false },
};

const mounted = (answers: Record<string, unknown> = {}) =>
  mountPage(
    <AccountView user={USER as never} mustEnrol={false} mustChangePassword={false} problem={null}>
      <NoticeMailSection />
    </AccountView>,
    {
      address: "/account",
      answers: { ...ANSWERS, ...answers },
    },
  );

it("names each part of the account that could not be loaded, with a button for it", async () => {
  const broken = () => failing(400, "DATABASE_UNAVAILABLE");
  const { answer } = mounted({ "GET /api/account": broken, "GET /api/account/sessions": broken });
  const whole = page.getByRole("alert").filter({ hasText: words.failed });
  const sessions = page.getByRole("alert").filter({ hasText: words.problem.DATABASE_UNAVAILABLE });
  await expect.element(whole).toBeVisible();
  await expect.element(sessions).toBeVisible();
  await expectAccessible();
  answer("GET /api/account", ACCOUNT);
  answer("GET /api/account/sessions", ANSWERS["GET /api/account/sessions"]);
  await whole.getByRole("button", { name: shell.failed.retry }).click();
  await expect.element(page.getByRole("heading", { name: words.factor.title })).toBeVisible();
  await sessions.getByRole("button", { name: shell.failed.retry }).click();
  await expect.element(page.getByRole("listitem").first()).toBeVisible();
  await expect.element(whole).not.toBeInTheDocument();
  await expect.element(sessions).not.toBeInTheDocument();
});

it("sets a second factor up by a right code, and shows the recovery codes until they are stored", async () => {
  const { answer, asked } = mounted({ "POST /api/account/second-factor": { secret: "ABCDEFGH", uri: "otpauth://a" } });
  await page.getByRole("button", { name: words.factor.begin }).click();
  await expect.element(page.getByRole("img", { name: words.enrol.qr })).toBeVisible();
  await expect.element(page.getByText("ABCD EFGH")).toBeVisible();
  const code = page.getByLabelText(words.enrol.code);
  await expect.element(code).toHaveFocus();
  await expectAccessible();
  const path = "POST /api/account/second-factor/confirmation";
  answer(path, () => failing(403, "SECOND_FACTOR_WRONG"));
  await userEvent.keyboard("000000{Enter}");
  await expect.element(page.getByText(words.problem.SECOND_FACTOR_WRONG)).toBeVisible();
  await expect.element(code).toHaveFocus();
  answer(path, { recovery_codes: ["aaaa-1111", "bbbb-2222"] });
  await code.fill("123456");
  await userEvent.keyboard("{Enter}");
  const codes = page.getByRole("dialog").getByRole("listitem");
  await expect.element(codes.first()).toBeVisible();
  await expectAccessible();
  for (const press of ["{Escape}", "{Escape}"]) await userEvent.keyboard(press);
  await expect.element(codes.first()).toBeVisible();
  await page.getByRole("button", { name: words.codes.stored }).click();
  await expect.element(page.getByRole("status").getByText(words.did.factorOn)).toBeVisible();
  expect(asked.findLast(({ method }) => method === "POST")?.body).toEqual({ code: "123456" });
});

it("says which of password and code was wrong when the password is changed", async () => {
  const factor = { since: AT, recovery_codes_left: 9 };
  const { answer } = mounted({ "GET /api/account": { ...ACCOUNT, second_factor: factor } });
  const section = page.getByRole("region", { name: words.password.title });
  const current = section.getByLabelText(words.password.current);
  const code = section.getByLabelText(MESSAGES.en.access.signIn.code);
  await current.fill("not this one");
  await section.getByLabelText(words.password.new).fill("otra frase bastante larga");
  await code.fill("000000");
  for (const [field, problem] of [
    [current, "PASSWORD_WRONG"],
    [code, "SECOND_FACTOR_WRONG"],
  ] as const) {
    answer("POST /api/account/password", () => failing(403, problem));
    await code.click();
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveAccessibleDescription(new RegExp(words.problem[problem]));
  }
  await expectAccessible();
});
