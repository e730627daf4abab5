import { expectAccessible } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { acceptByApi } from "#e2e/support/reviews.ts";

test("an accepted file is kept for ten years from the start; an admin changes the periods on the settings", async ({
  page,
  signInAs,
  apiAs,
  play,
}) => {
  const { custody, "custody-settings": t } = MESSAGES.en;
  const { id } = await play("finished");
  await acceptByApi(await apiAs("compliance"), id);
  const admin = await apiAs("admin");
  const kept = async () => (await (await admin.get(`/api/verifications/${id}/custody`)).json()).kept;
  expect(await kept()).toMatchObject({ because: "accepted", profile: "lfpiorpi" });
  await signInAs("admin");
  await page.goto(`/verifications/${id}`);
  await page.getByText(MESSAGES.en.verification.header.details).first().click();
  await expect(page.getByText(custody.kept.profile.lfpiorpi)).toBeVisible();
  await page.goto("/settings/custody");
  const section = page.getByRole("region", { name: t.title });
  const accepted = section.getByRole("combobox", { name: t.class.accepted });
  await expect(accepted).toHaveValue("lfpiorpi");
  await accepted.selectOption("own");
  await section.getByRole("spinbutton", { name: t.months }).fill("24");
  await section.getByRole("button", { name: t.save }).press("Enter");
  await expect(section.getByText(t.saved)).toBeVisible();
  await expectAccessible(page);
  expect(await kept()).toMatchObject({ because: "accepted", profile: "own" });
  await accepted.selectOption("lfpiorpi");
  await section.getByRole("button", { name: t.save }).press("Enter");
  await expect.poll(kept).toMatchObject({ profile: "lfpiorpi" });
});
