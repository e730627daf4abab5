import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { SetupForm } from "./setup-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const { setup, signIn: words } = MESSAGES.en.access;

const alert = page.getByRole("alert");
const button = (name: string) => page.getByRole("button", { name });

it("refuses a wrong password, keeps the address, and accepts another password in the emptied field", async () => {
  const { answer, asked } = mountPage(<SignInForm next={null} samples={0} ended={false} provider={null} />, {
    address: "/login",
    answers: { "POST /api/session": () => failing(401, "UNAUTHORIZED") },
  });
  const [email, password] = [page.getByLabelText(words.email), page.getByLabelText(words.password)];
  await email.fill("ana@example.mx");
  await password.fill("not the password");
  await button(words.submit).click();
  await expect.element(alert.getByText(words.problem.UNAUTHORIZED)).toBeVisible();
  await expect.element(password).toHaveValue("");
  await expect.element(password).toHaveFocus();
  await expect.element(email).toHaveValue("ana@example.mx");
  await expectAccessible();
  answer("POST /api/session", () => failing(429, "TOO_MANY_REQUESTS", {}, { "retry-after": "40" }));
  await userEvent.keyboard("another guess{Enter}");
  await expect.element(alert.getByText("Too many attempts. Try again in 40 seconds.")).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([
    { email: "ana@example.mx", password: "not the password" },
    { email: "ana@example.mx", password: "another guess" },
  ]);
});

it("says that a link of the setup is no longer valid", async () => {
  mountPage(<SetupForm />, { address: "/setup#0a1b", answers: { "POST /api/setup": () => failing(403, "FORBIDDEN") } });
  await page.getByLabelText(setup.name).fill("Late");
  await page.getByLabelText(setup.email).fill("late@example.com");
  await page.getByLabelText(setup.password).fill("a long enough sentence");
  await button(setup.submit).click();
  await expect.element(alert.getByText(/^This link is no longer valid/)).toBeVisible();
  await expectAccessible();
});
