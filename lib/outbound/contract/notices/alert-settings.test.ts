import { expect, it } from "vitest";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { ALERT_EVENTS, ALERT_GROUPS } from "#lib/outbound/contract/channels/channel-events.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { heldUntil, type QuietHours, THRESHOLD_KINDS, THRESHOLDS } from "./alert-settings.ts";
import { alertSettingsInput } from "./notice-input.ts";

const { working } = initialPolicy("2026-11-20T12:00:00.000000Z");
const policy = { ...working, time_zone: "America/Mexico_City", days: [1, 2, 3, 4, 5], holidays: ["2026-11-30"] };
const NIGHT: QuietHours = { from: "22:00", to: "07:00", days_off: false };
const WEEKEND: QuietHours = { ...NIGHT, days_off: true };

/** Mexico City is six hours behind UTC; 27 November 2026 is a Friday. */
const local = (day: number, clock: string) =>
  new Date(`2026-${day > 30 ? `12-0${day - 30}` : `11-${day}`}T${clock}:00-06:00`).toISOString().replace("Z", "000Z");
const held = (day: number, clock: string, quiet: QuietHours | null, kind = "disk_low") =>
  heldUntil(kind, local(day, clock), quiet, policy);

it.each([
  ["in the evening", 25, "21:59", NIGHT, null],
  ["from the beginning on", 25, "22:01", NIGHT, local(26, "07:00")],
  ["after midnight", 26, "03:30", NIGHT, local(26, "07:00")],
  ["at the end", 26, "07:00", NIGHT, null],
  ["on a day off that is not quiet", 28, "12:00", NIGHT, null],
  ["on a day off", 28, "12:00", WEEKEND, local(31, "07:00")],
  ["in the night before days off, of which one is a holiday", 27, "23:00", WEEKEND, local(31, "07:00")],
  [
    "until midnight, where the day off begins after it",
    27,
    "23:00",
    { from: "22:00", to: "23:30", days_off: true },
    local(27, "23:30"),
  ],
  ["within a day", 26, "14:00", { from: "13:00", to: "15:00", days_off: false }, local(26, "15:00")],
  [
    "after a day off, where quiet hours begin at midnight",
    29,
    "20:00",
    { from: "00:00", to: "07:00", days_off: true },
    local(31, "07:00"),
  ],
  ["without quiet hours", 26, "03:30", null, null],
] as const)("holds a message back %s", (_when, day, clock, quiet, until) => {
  expect(held(day, clock, quiet)).toBe(until);
});

it("holds alerts of connection and operation back, and never one of security", () => {
  const quiet = ALERT_EVENTS.filter((kind) => held(26, "03:30", WEEKEND, kind) !== null);
  expect(quiet).toEqual([...ALERT_GROUPS.connection, ...ALERT_GROUPS.operation]);
  expect(held(26, "03:30", WEEKEND, "assigned")).toBeNull();
});

const accepts = (part: object) =>
  alertSettingsInput.safeParse({ version: 0, thresholds: USUAL_THRESHOLDS, quiet: null, ...part }).success;

it.each(THRESHOLD_KINDS)("takes thresholds of %s within its bounds alone", (kind) => {
  const { min, max } = THRESHOLDS[kind];
  const given = (value: unknown) => accepts({ thresholds: { ...USUAL_THRESHOLDS, [kind]: value } });
  expect([min, max].map(given)).toEqual([true, true]);
  expect([min - 1, max + 1, min + 0.5, null, undefined, Number.POSITIVE_INFINITY].some(given)).toBe(false);
});

it("takes quiet hours with two different times", () => {
  expect(accepts({ quiet: NIGHT })).toBe(true);
  for (const wrong of [{ to: "22:00" }, { to: "24:00" }, { to: "7:00" }, { to: "07:00:00" }, { days_off: null }])
    expect(accepts({ quiet: { ...NIGHT, ...wrong } })).toBe(false);
  expect(accepts({ thresholds: { ...USUAL_THRESHOLDS, new_admin: 3 } })).toBe(false);
});
