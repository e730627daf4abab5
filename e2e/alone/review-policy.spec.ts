import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";

const words = MESSAGES.en["review-policy"];
const PATH = "/api/settings/review";

/* The policy applies to the whole installation: the test restores it at its end. */
test("an administrator changes the rules of reviews, and another user's change is not overwritten", async ({
  page,
  signInAs,
  apiAs,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 409/);
  const api = await apiAs("admin");
  const before = await (await api.get(PATH)).json();
  const now = async () => (await api.get(PATH)).json();
  await signInAs("admin");
  await page.goto("/settings/review");
  const section = page.getByRole("region", { name: words.title });
  const hours = section.getByLabel(words.number.due_hours.label);
  const reasons = section.getByRole("group", { name: words.group.reasons });
  const save = section.getByRole("button", { name: words.save });

  await test.step("a deadline and a reason are changed", async () => {
    await expect(hours).toHaveValue("16");
    await expectAccessibleAtBothWidths(page);
    await hours.fill("8");
    await reasons.getByRole("button", { name: words.reasons.add }).click();
    await reasons.getByLabel(words.reasons.en).last().fill("The letter is missing");
    await reasons.getByLabel(words.reasons.es).last().fill("Falta la carta");
    await reasons.getByRole("checkbox", { name: words.reasons.for.closed }).last().check();
    await save.click();
    await expect(section.getByText(words.savedTimes)).toBeVisible();
    expect(await now()).toMatchObject({ due_hours: 8, review_from: before.review_from });
  });

  await test.step("the reason is offered when a file is closed", async () => {
    const { catalogue } = await (await (await apiAs("compliance")).get("/api/review/choices")).json();
    expect(catalogue.map(({ code }: { code: string }) => code)).toContain("the_letter_is_missing");
  });

  await test.step("another user's change stays, and is loaded on request", async () => {
    await hours.fill("9");
    await api.put(PATH, { data: { ...(await now()), due_hours: 10 } });
    await save.click();
    await expect(section.getByText(words.problem.CONFLICT)).toBeVisible();
    await expect(hours).toHaveValue("9");
    await section.getByRole("button", { name: words.reload }).click();
    await expect(hours).toHaveValue("10");
    await expect(save).toHaveAttribute("aria-disabled", "true");
  });

  await api.put(PATH, { data: { ...before, version: (await now()).version } });
});
