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

  await test.step("the rules in force are shown", async () => {
    await expect(hours).toHaveValue("16");
    await expect(section.getByRole("checkbox", { name: "Saturday" })).not.toBeChecked();
    await expect(section.getByText(/^2026 · \d+ days/)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("deadlines, hours, holidays and a reason are changed", async () => {
    await hours.fill("8");
    await section.getByLabel(words.approval.high).check();
    await section.getByRole("checkbox", { name: "Saturday" }).check();
    await section.getByLabel(words.working.to, { exact: true }).fill("20:00");
    await section.getByLabel(words.holidays.calendar, { exact: true }).selectOption("cnbv");
    await section.getByLabel(words.holidays.ofYear, { exact: true }).selectOption("2027");
    await section.getByRole("button", { name: words.holidays.fill }).click();
    await section.getByText(/^2027 ·/).click();
    await section.getByRole("button", { name: /^Remove .*December 12, 2027$/ }).click();
    await section.getByLabel(words.holidays.day, { exact: true }).fill("2027-06-06");
    await page.keyboard.press("Enter");
    await expect(section.getByText("Sun, June 6, 2027", { exact: true })).toBeVisible();

    await expect(reasons.getByLabel(words.reasons.en).first()).toBeHidden();
    await reasons.getByRole("button", { name: words.reasons.add }).click();
    await expect(reasons.getByLabel(words.reasons.en).first()).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await reasons.getByLabel(words.reasons.en).last().focus();
    await page.keyboard.type("The letter is missing");
    await save.click();
    const inSpanish = reasons.getByLabel(words.reasons.es).last();
    await expect(inSpanish).toBeFocused();
    await expect(inSpanish).toHaveAccessibleDescription(words.invalid.reasonWords);
    await inSpanish.fill("Falta la carta");
    await expect(reasons.getByText(words.invalid.reasonWords)).toHaveCount(0);
    await reasons.getByRole("checkbox", { name: words.reasons.for.closed }).last().check();
    await reasons.getByRole("button", { name: "Remove reason 1", exact: true }).click();
    await save.click();
    await expect(section.getByText(words.savedTimes)).toBeVisible();
    const after = await now();
    expect(after).toMatchObject({ due_hours: 8, approval: "high", review_from: before.review_from });
    expect(after.working).toMatchObject({ days: [1, 2, 3, 4, 5, 6], to: "20:00", from: before.working.from });
    expect(after.working.holidays).toContain("2027-06-06");
    expect(after.working.holidays).not.toContain("2027-12-12");
    expect(after.catalogue.at(-1)).toEqual({
      code: "the_letter_is_missing",
      for: ["rejected", "closed"],
      en: "The letter is missing",
      es: "Falta la carta",
    });
    expect(after.catalogue).toHaveLength(before.catalogue.length);
  });

  await test.step("an added reason is offered when a file is closed", async () => {
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
