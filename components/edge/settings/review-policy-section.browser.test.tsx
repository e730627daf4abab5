import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ReviewPolicy } from "#lib/desk/contract/review/facts.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { ReviewPolicySection } from "./review-policy-section.tsx";

const words = MESSAGES.en["review-policy"];
const PATH = "/api/settings/review";
const POLICY = initialPolicy("2026-01-01T00:00:00.000000Z");

const ANSWERS = {
  [`GET ${PATH}`]: POLICY,
  "GET /api/choices/verifications": {
    status: [],
    documents_status: [],
    label: [],
    account: [],
    item_error: [],
    item_type: [],
  },
  "GET /api/review/choices": { catalogue: POLICY.catalogue, assignees: [] },
};

const button = (name: string | RegExp) => page.getByRole("button", { name });
const hours = page.getByLabelText(words.number.due_hours.label);
const save = button(words.save);

function mounted(locale: Locale = "en") {
  const app = mountPage(<ReviewPolicySection />, { address: "/settings/review", answers: ANSWERS, locale });
  const saved = () => app.asked.findLast(({ method }) => method === "PUT")?.body as ReviewPolicy | undefined;
  return { ...app, saved };
}

it("changes hours, working days and holidays", async () => {
  const { answer, saved } = mounted();
  await expect.element(hours).toHaveValue(16);
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
  await expectAccessible();
  await hours.fill("8");
  await page.getByRole("checkbox", { name: "Saturday" }).click();
  await page.getByLabelText(words.working.to, { exact: true }).fill("20:00");
  await page.getByLabelText(words.holidays.calendar, { exact: true }).selectOptions("cnbv");
  await page.getByLabelText(words.holidays.ofYear, { exact: true }).selectOptions("2027");
  await button(words.holidays.fill).click();
  await page.getByText(/^2027 ·/).click();
  await button(/^Remove .*December 12, 2027$/).click();
  await page.getByLabelText(words.holidays.day, { exact: true }).fill("2027-06-06");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Sun, June 6, 2027")).toBeVisible();
  answer(`PUT ${PATH}`, ({ body }: { body: ReviewPolicy }) => ({ ...body, version: 2 }));
  await save.click();
  await expect.element(page.getByText(words.savedTimes)).toBeVisible();
  expect(saved()).toMatchObject({ due_hours: 8, review_from: POLICY.review_from });
  expect(saved()?.working).toMatchObject({ days: [1, 2, 3, 4, 5, 6], to: "20:00", from: "09:00" });
  expect(saved()?.working.holidays).toContain("2027-06-06");
  expect(saved()?.working.holidays).not.toContain("2027-12-12");
});

it("adds a reason in both languages, and removes one", async () => {
  const { answer, saved } = mounted();
  const reasons = page.getByRole("group", { name: words.group.reasons });
  await button(words.reasons.add).click();
  const [english, spanish] = [words.reasons.en, words.reasons.es].map((label) => reasons.getByLabelText(label).last());
  await english?.fill("The letter is missing");
  await save.click();
  await expect.element(spanish as NonNullable<typeof spanish>).toHaveFocus();
  await expect.element(spanish as NonNullable<typeof spanish>).toHaveAccessibleDescription(words.invalid.reasonWords);
  await expectAccessible();
  await spanish?.fill("Falta la carta");
  await expect.element(reasons.getByText(words.invalid.reasonWords)).not.toBeInTheDocument();
  await reasons.getByRole("checkbox", { name: words.reasons.for.closed }).last().click();
  await button("Remove reason 1").click();
  answer(`PUT ${PATH}`, ({ body }: { body: ReviewPolicy }) => ({ ...body, version: 2 }));
  await save.click();
  await expect.element(page.getByText(words.saved)).toBeVisible();
  expect(saved()?.catalogue).toHaveLength(POLICY.catalogue.length);
  expect(saved()?.catalogue.at(-1)).toEqual({
    code: "the_letter_is_missing",
    for: ["rejected", "closed"],
    en: "The letter is missing",
    es: "Falta la carta",
  });
});

it("keeps another user's change, which is loaded on request", async () => {
  const { answer } = mounted();
  await hours.fill("9");
  answer(`PUT ${PATH}`, () => failing(409, "CONFLICT"));
  await save.click();
  await expect.element(page.getByText(words.problem.CONFLICT)).toBeVisible();
  await expect.element(hours).toHaveValue(9);
  answer(`GET ${PATH}`, { ...POLICY, due_hours: 10, version: 2 });
  await button(words.reload).click();
  await expect.element(hours).toHaveValue(10);
  await expect.element(save).toHaveAttribute("aria-disabled", "true");
});

it("says each error beside its field, focuses the first one, and keeps the other fields", async () => {
  const { saved } = mounted();
  const until = page.getByLabelText(words.working.to, { exact: true });
  await hours.fill("");
  await until.fill("");
  await page.getByText(words.templates.open).click();
  const letter = page.getByRole("group", { name: words.group.templates }).getByLabelText(words.templates.language.en);
  await letter.fill("Hello");
  await save.click();
  await expect.element(hours).toHaveFocus();
  const number = words.invalid.number.replace("{most, number}", "1,000");
  await expect.element(hours).toHaveAccessibleDescription(`${number} ${words.number.due_hours.about}`);
  await expect.element(until).toHaveAccessibleDescription(words.invalid.time);
  await expect.element(letter).toHaveValue("Hello");
  await expectAccessible();
  await hours.fill("16");
  await until.fill("06:00");
  await expect.element(until).not.toHaveAttribute("aria-invalid");
  await expect.element(until).toHaveAccessibleDescription(words.working.nextDay.replace("{to}", "06:00"));
  await save.click();
  await expect.element(letter).toHaveFocus();
  expect(saved()).toBeUndefined();
});

/** The width of a time with AM or PM and the icon in the font of the pages, which the tests do not load. */
const TIME_WIDTH = 120;

it.each([1440, 1024, 360])("shows both times of the working hours whole at %i px", async (width) => {
  mounted("es-MX");
  await page.viewport(width, 900);
  const { from, to } = MESSAGES["es-MX"]["review-policy"].working;
  for (const end of [from, to]) {
    const time = page.getByLabelText(end, { exact: true });
    await expect.element(time).toBeVisible();
    expect(time.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(TIME_WIDTH);
  }
});

it.each(["en", "es-MX"] as const)("fills a year beside its choice (%s)", async (locale) => {
  mounted(locale);
  await page.viewport(1440, 900);
  const { ofYear, fill } = MESSAGES[locale]["review-policy"].holidays;
  const year = page.getByLabelText(ofYear, { exact: true });
  await expect.element(year).toBeVisible();
  expect(button(fill).element().getBoundingClientRect().top).toBe(year.element().getBoundingClientRect().top);
});
