import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ALERT_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import type { AlertSettings } from "#lib/outbound/contract/notices/alert-settings.ts";
import type { AlertList } from "#lib/outbound/contract/notices/alerts.ts";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { AlertsSection } from "./alerts-section.tsx";

const { alerts: t, notifications } = MESSAGES.en;
const PATH = "/api/settings/alerts";

const listOf = (settings: Partial<AlertSettings> = {}): AlertList => ({
  items: [],
  kinds: ALERT_EVENTS.map((kind) => ({ kind, name: notifications.name[kind], muted: false })),
  settings: { version: 0, thresholds: USUAL_THRESHOLDS, quiet: null, ...settings },
});

const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = () => page.getByRole("button", { name: t.save });

it("saves thresholds and quiet hours together, apart from the switches", async () => {
  const { asked, answer } = mountPage(<AlertsSection />, { answers: { [`GET ${PATH}`]: listOf() } });
  await expect.element(field(t.threshold.large_export)).toHaveValue(1_000);
  await expect.element(field(t.threshold.large_export)).toHaveAccessibleDescription("For “Large export”");
  const form = page.elementLocator(document.querySelector("form") as HTMLFormElement);
  expect(form.getByRole("switch").elements()).toEqual([]);
  await expect.element(save()).toHaveAttribute("aria-disabled", "true");
  await field(t.threshold.large_export).fill("500");
  await page.getByRole("checkbox", { name: t.quiet.on }).click();
  await field(t.quiet.from).fill("21:00");
  await page.getByRole("checkbox", { name: t.quiet.daysOff }).click();
  await expectAccessible();
  const settings: AlertSettings = {
    version: 1,
    thresholds: { ...USUAL_THRESHOLDS, large_export: 500 },
    quiet: { from: "21:00", to: "07:00", days_off: true },
  };
  answer(`PUT ${PATH}`, listOf(settings));
  await save().click();
  await expect.element(page.getByRole("status").filter({ hasText: "Version 1 is in force." })).toBeVisible();
  expect(asked.findLast(({ method }) => method === "PUT")?.body).toEqual({ ...settings, version: 0 });
  await expect.element(field(t.quiet.from)).toHaveValue("21:00");
  await expect.element(save()).toHaveAttribute("aria-disabled", "true");
});

it("saves no threshold out of bounds and no quiet hours that end where they begin, and says why", async () => {
  const quiet = { from: "22:00", to: "07:00", days_off: false };
  const { asked } = mountPage(<AlertsSection />, { answers: { [`GET ${PATH}`]: listOf({ quiet }) } });
  await field(t.threshold.many_files_opened).fill("100000");
  await save().click();
  await expect.element(page.getByText(/500/)).toBeVisible();
  await expect.element(field(t.threshold.many_files_opened)).toHaveFocus();
  await field(t.threshold.many_files_opened).fill("200");
  await field(t.quiet.to).fill("22:00");
  await save().click();
  await expect.element(page.getByText(t.quiet.same)).toBeVisible();
  expect(asked.filter(({ method }) => method === "PUT")).toEqual([]);
});

it("keeps what was typed where a colleague was faster, and while a switch is used", async () => {
  const { answer, asked } = mountPage(<AlertsSection />, {
    answers: { [`GET ${PATH}`]: listOf(), [`PUT ${PATH}/mutes`]: () => new Response(null, { status: 204 }) },
  });
  await field(t.threshold.disk_low).fill("9");
  await page.getByRole("switch", { name: "Clock wrong" }).click();
  await expect.poll(() => asked.at(-1)?.path).toBe(PATH);
  await expect.element(field(t.threshold.disk_low)).toHaveValue(9);
  answer(`PUT ${PATH}`, failing(409, "CONFLICT"));
  await userEvent.keyboard("{Tab}");
  await save().click();
  await expect.element(page.getByText(t.problem.CONFLICT)).toBeVisible();
  await expect.element(field(t.threshold.disk_low)).toHaveValue(9);
});

it("says what happened without an answer", async () => {
  const { answer } = mountPage(<AlertsSection />, { answers: { [`GET ${PATH}`]: listOf() } });
  await field(t.threshold.disk_low).fill("9");
  answer(`PUT ${PATH}`, failing(500, "INTERNAL_ERROR"));
  await save().click();
  await expect.element(page.getByText(MESSAGES.en.shell.problem.other)).toBeVisible();
});

it.each([360, 1440])("has each number below its label at %i px", async (width) => {
  await page.viewport(width, 900);
  mountPage(<AlertsSection />, { answers: { [`GET ${PATH}`]: listOf() } });
  await expect.element(field(t.threshold.disk_low)).toBeVisible();
  for (const label of Object.values(t.threshold)) {
    const above = page.getByText(label, { exact: true }).element().getBoundingClientRect();
    const number = field(label).element().getBoundingClientRect();
    expect([number.left, number.top]).toEqual([above.left, above.bottom + 6]);
  }
});
