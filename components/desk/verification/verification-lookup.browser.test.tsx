import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { VerificationLookup } from "./verification-lookup.tsx";

const PATH = "GET /api/verifications/ver_unknown";

it("says why a verification could not be looked up, shows no invented data, and looks again by a button", async () => {
  const { answer } = mountPage(
    <VerificationLookup verificationId="ver_unknown" failure={{ code: "SERVICE_UNREACHABLE", status: 502 }} />,
    { answers: { [PATH]: () => failing(502, "SERVICE_FORBIDDEN") } },
  );
  const alert = page.getByRole("alert").filter({ hasText: MESSAGES.en.verification.lookup.failed });
  await expect.element(alert.getByText("The service does not answer.")).toBeVisible();
  await expect.element(alert.getByText("ver_unknown")).toBeVisible();
  expect(page.getByRole("article").elements()).toEqual([]);
  await expectAccessible();
  const again = alert.getByRole("button", { name: MESSAGES.en.shell.failed.retry });
  await again.click();
  await expect.element(alert.getByText(/\(403\)|403/).first()).toBeVisible();
  answer(PATH, () => failing(404, "NOT_FOUND"));
  await again.click();
  await expect.element(page.getByRole("heading", { name: "No such verification" })).toBeVisible();
  await expectAccessible();
});
