import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { messageOf } from "#lib/outbound/server/channels/messages.ts";
import { messageName } from "#lib/outbound/server/notification-words.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { systemStatus } from "#tools/test/system-status.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { alertText, alertTodo, type Condition } from "./alert.ts";
import { ALERTS } from "./index.ts";
import { backupOld, diskLow, workerBehind } from "./processing.ts";
import { webhookProblem } from "./reception.ts";
import { clockWrong, keyRefused, serviceFailing } from "./service.ts";

const NOW = "2026-11-20T13:00:00.000000Z";
const { working } = initialPolicy(NOW);
/** Of the database these conditions need only the ids of the webhook and of the key. */
const tx = {
  query: async () => ({ rows: [{ webhook_id: "wh_own", service_key_id: "ak_own" }] }),
} as unknown as Client;

const facts = async (one: Condition, changes: Parameters<typeof systemStatus>[0] = {}, thresholds = USUAL_THRESHOLDS) =>
  (await one.look({ tx, status: systemStatus(changes), working, thresholds, now: NOW }))?.facts ?? null;

describe("conditions of the status", () => {
  it("do not hold while nothing is wrong", async () => {
    for (const one of [workerBehind, webhookProblem, clockWrong, keyRefused, serviceFailing, backupOld, diskLow])
      expect(await facts(one), one.kind).toBeNull();
  });

  it("hold for a refused key that was accepted before", async () => {
    expect(await facts(keyRefused, { service: { state: "unauthorized" } })).toEqual({ api_key_id: "ak_own" });
    expect(await facts(keyRefused, { service: { state: "unauthorized", ever_accepted: false } })).toBeNull();
  });

  it("hold for a service that has failed for minutes", async () => {
    const since = "2026-11-20T12:54:00.000000Z";
    const failure = { operation: "GET /verifications/:id", code: "SERVICE_TIMEOUT", service_status: null, times: 3 };
    const failures = Array.from({ length: 5 }, () => ({ ...failure, since, last_at: since }));
    const failing = Array(3).fill("GET /verifications/:id, SERVICE_TIMEOUT");
    expect(await facts(serviceFailing, { service: { state: "failing", since, failures } })).toEqual({
      operations: 5,
      failing,
    });
    expect(
      await facts(serviceFailing, { service: { state: "failing", since: "2026-11-20T12:56:00.000000Z" } }),
    ).toBeNull();
  });

  it("hold for a wrong clock, an old backup and a disk that is almost full", async () => {
    expect(await facts(clockWrong, { clock: { state: "wrong", ahead_seconds: -75 } })).toEqual({ ahead_seconds: -75 });
    expect(await facts(backupOld, { backup: { state: "overdue" } })).toEqual({
      state: "overdue",
      last_good_at: null,
    });
    expect(await facts(backupOld, { backup: { state: "pending" } })).toBeNull();
    const disk = (folder: "DATA_DIR" | "BACKUP_DIR", free_bytes: number) => ({ folder, bytes: 1e12, free_bytes });
    const disks = [disk("DATA_DIR", 5e9), disk("BACKUP_DIR", 5e9 - 1)];
    expect(await facts(diskLow, { capacity: { disks } })).toEqual({
      ...{ folder: "BACKUP_DIR", free_megabytes: 4999, host: hostname() },
    });
    expect(await facts(diskLow, { capacity: { disks: disks.slice(0, 1) } })).toBeNull();
  });

  it("hold for deliveries that wait for minutes", async () => {
    const inbox = { waiting: 7, oldest_at: "2026-11-20T12:54:00.000000Z" };
    expect(await facts(workerBehind, { inbox })).toEqual({ waiting: 7, minutes: 6 });
    expect(await facts(workerBehind, { inbox: { ...inbox, oldest_at: "2026-11-20T12:56:00.000000Z" } })).toBeNull();
  });

  it("hold from the thresholds of the settings on", async () => {
    const since = "2026-11-20T12:31:00.000000Z";
    const disks = [{ folder: "DATA_DIR" as const, bytes: 1e12, free_bytes: 19e9 }];
    const cases = [
      [workerBehind, "worker_behind", { inbox: { waiting: 7, oldest_at: since } }, 29, 30],
      [serviceFailing, "service_failing", { service: { state: "failing", since } }, 28, 29],
      [diskLow, "disk_low", { capacity: { disks } }, 20, 19],
    ] as const;
    for (const [one, kind, changes, holds, doesNot] of cases) {
      expect(await facts(one, changes, { ...USUAL_THRESHOLDS, [kind]: holds }), kind).not.toBeNull();
      expect(await facts(one, changes, { ...USUAL_THRESHOLDS, [kind]: doesNot }), kind).toBeNull();
    }
  });

  it("hold for a webhook that is gone or wrong, also before the first event, not before the first connection", async () => {
    const receiver = { state: "problem", problems: ["missing_events", "refused"] } as const;
    expect(await facts(webhookProblem, { receiver: { ...receiver, problems: [...receiver.problems] } })).toEqual({
      problems: ["missing_events"],
      webhook_id: "wh_own",
    });
    expect(await facts(webhookProblem, { receiver: { state: "down" } })).toMatchObject({ problems: ["receiver_down"] });
    expect(await facts(webhookProblem, { receiver: { state: "missing" } })).toMatchObject({ problems: ["missing"] });
    expect(await facts(webhookProblem, { receiver: { state: "missing" }, last_event_at: null })).toBeNull();
    expect(await facts(webhookProblem, { receiver: { state: "down" }, last_event_at: null })).toMatchObject({
      problems: ["receiver_down"],
    });
  });
});

describe.each(ALERTS.map((alert) => [alert.kind, alert] as const))("the alert %s", (_kind, alert) => {
  const facts = alert.facts.parse(alert.example);

  it.each(LOCALES)("says what is the case, of which object, and the next step: %s", (locale) => {
    const text = alertText(alert, facts, null, locale);
    expect(text).toMatch(/^[^\s].*\.$/);
    expect(text).not.toMatch(/undefined|null|\s\s|\s[.,]/);
    expect(alertTodo(alert, locale)).toMatch(/\.$/);
    expect(alert.path).toMatch(/^\//);
    for (const [name, value] of Object.entries(facts)) {
      // An account is named on pages only, and a secret by its kind or id.
      if (typeof value === "string" && /_id$|host/.test(name) && name !== "user_id") expect(text).toContain(value);
    }
  });

  it.each(LOCALES)("says what is the case without facts that may be missing: %s", (locale) => {
    for (const name of Object.keys(alert.example)) {
      const others = Object.entries(alert.example).filter(([other]) => other !== name);
      const known = alert.facts.safeParse(Object.fromEntries(others));
      if (known.success) expect(alertText(alert, known.data, null, locale)).toMatch(/^[^\s].*\.$/);
    }
  });

  it.each(LOCALES)("names the account and the object on pages: %s", (locale) => {
    // Marks of a message in a name are text.
    const names = { user: "Ana {x} Ruiz", actor: "Luis <b>Gil</b>", subject: "Archivo '{y}' #" };
    const text = alertText(alert, facts, names, locale);
    if ("user_id" in facts) expect(text).toContain(names.user);
    if ("rows" in facts) expect(text).toContain(names.actor);
    if ("api_key_id" in facts || "channel_id" in facts || "subject_id" in facts) expect(text).toContain(names.subject);
  });

  it.each(LOCALES)("says the same in a mail at once as in a channel, with its begin and page: %s", (locale) => {
    const since = "2026-11-20T12:54:00.000000Z";
    const payload = { kind: alert.kind, verification_id: null, alert: { since, facts } };
    const sent = { kind: alert.kind, state: "raised", since, link: "https://cotejo.example.mx/", facts };
    const message = messageOf(alert.kind, sent, locale);
    expect(messageOf("notice", payload, locale)).toEqual(message);
    expect(message).toEqual({
      title: messageName(alert.kind, locale),
      lines: [
        alertText(alert, facts, null, locale),
        expect.stringMatching(/: 2026-11-20 12:54 UTC$/),
        alertTodo(alert, locale),
      ],
      path: alert.path,
    });
    expect(message.title).not.toBe(alert.kind);
  });
});

it.each(["en", "es-MX"] as const)("has the words of the banner for a problem of the connection: %s", (locale) => {
  const { connection } = MESSAGES[locale].shell;
  const textOf = (alert: Condition, facts: object) => alertText(alert, facts, null, locale);
  const problems = ["deleted_at_service", "disabled_at_service", "other_address", "missing_events", "missing"] as const;
  for (const problem of problems)
    expect(textOf(webhookProblem, { problems: [problem], webhook_id: null })).toBe(connection[problem].title);
  expect(textOf(webhookProblem, { problems: ["receiver_down"], webhook_id: null })).toBe(connection.down.title);
  expect(textOf(keyRefused, { api_key_id: null })).toBe(connection.key_refused.title);
});
