import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, failing, MESSAGES, mountPage } from "#test/mounted-page.tsx";
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
  mountPage(<AccountView user={USER as never} mustEnrol={false} mustChangePassword={false} problem={null} />, {
    address: "/account",
    answers: { ...ANSWERS, ...answers },
  });

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
