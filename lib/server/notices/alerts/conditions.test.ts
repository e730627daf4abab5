import { describe, expect, it } from "vitest";
import { initialPolicy } from "#lib/contract/review/policy.ts";
import type { Client } from "#lib/server/db/database.ts";
import { MESSAGES } from "#lib/server/i18n/messages.ts";
import { systemStatus } from "#test/system-status.ts";
import type { Condition } from "./alert.ts";
import { ALERTS } from "./index.ts";
import { workerBehind } from "./processing.ts";
import { webhookProblem } from "./reception.ts";
import { clockWrong, keyRefused, serviceFailing } from "./service.ts";
import { backupOld, diskLow, LOW_BYTES } from "./storage.ts";

const NOW = "2026-11-20T13:00:00.000000Z";
const { working } = initialPolicy(NOW);
/** These conditions ask the database for nothing. */
const tx = { query: () => expect.unreachable() } as unknown as Client;

const facts = async (one: Condition, changes: Parameters<typeof systemStatus>[0] = {}) =>
  (await one.look({ tx, status: systemStatus(changes), working, now: NOW }))?.facts ?? null;

describe("conditions of the status", () => {
  it("do not hold while nothing is wrong", async () => {
    for (const one of [workerBehind, webhookProblem, clockWrong, keyRefused, serviceFailing, backupOld, diskLow])
      expect(await facts(one), one.kind).toBeNull();
  });

  it("hold for a refused key that was accepted before", async () => {
    expect(await facts(keyRefused, { service: { state: "unauthorized" } })).toEqual({});
    expect(await facts(keyRefused, { service: { state: "unauthorized", ever_accepted: false } })).toBeNull();
  });

  it("hold for a service that has failed for minutes", async () => {
    expect(
      await facts(serviceFailing, { service: { state: "failing", since: "2026-11-20T12:54:00.000000Z" } }),
    ).toEqual({ operations: 0 });
    expect(
      await facts(serviceFailing, { service: { state: "failing", since: "2026-11-20T12:56:00.000000Z" } }),
    ).toBeNull();
  });

  it("hold for a wrong clock, an old backup and a disk that is almost full", async () => {
    expect(await facts(clockWrong, { clock: { state: "wrong", ahead_seconds: -75 } })).toEqual({ ahead_seconds: -75 });
    expect(await facts(backupOld, { backup: { state: "overdue" } })).toEqual({ state: "overdue" });
    expect(await facts(backupOld, { backup: { state: "pending" } })).toBeNull();
    const disk = (folder: "DATA_DIR" | "BACKUP_DIR", free_bytes: number) => ({ folder, bytes: 1e12, free_bytes });
    const disks = [disk("DATA_DIR", LOW_BYTES), disk("BACKUP_DIR", LOW_BYTES - 1)];
    expect(await facts(diskLow, { capacity: { disks } })).toEqual({ folder: "BACKUP_DIR", free_megabytes: 4999 });
    expect(await facts(diskLow, { capacity: { disks: disks.slice(0, 1) } })).toBeNull();
  });

  it("hold for deliveries that wait for minutes", async () => {
    const inbox = { waiting: 7, oldest_at: "2026-11-20T12:54:00.000000Z" };
    expect(await facts(workerBehind, { inbox })).toEqual({ waiting: 7, minutes: 6 });
    expect(await facts(workerBehind, { inbox: { ...inbox, oldest_at: "2026-11-20T12:56:00.000000Z" } })).toBeNull();
  });

  it("hold for a webhook that is gone or wrong, also before the first event, not before the first connection", async () => {
    const receiver = { state: "problem", problems: ["missing_events", "refused"] } as const;
    expect(await facts(webhookProblem, { receiver: { ...receiver, problems: [...receiver.problems] } })).toEqual({
      problems: ["missing_events"],
    });
    expect(await facts(webhookProblem, { receiver: { state: "down" } })).toEqual({ problems: ["receiver_down"] });
    expect(await facts(webhookProblem, { receiver: { state: "missing" } })).toEqual({ problems: ["missing"] });
    expect(await facts(webhookProblem, { receiver: { state: "missing" }, last_event_at: null })).toBeNull();
    expect(await facts(webhookProblem, { receiver: { state: "down" }, last_event_at: null })).toEqual({
      problems: ["receiver_down"],
    });
  });
});

it("has an example of facts for each kind, which has words in both languages", () => {
  for (const alert of ALERTS) {
    const example = alert.facts.parse(alert.example);
    expect(alert.words.en(example)).toMatch(/\.$/);
    expect(alert.words["es-MX"](example)).toMatch(/\.$/);
    expect(alert.path).toMatch(/^\//);
  }
});

it.each(["en", "es-MX"] as const)("has the words of the banner for a problem of the connection: %s", (locale) => {
  const { connection } = MESSAGES[locale].shell;
  const problems = ["deleted_at_service", "disabled_at_service", "other_address", "missing_events", "missing"] as const;
  for (const problem of problems)
    expect(webhookProblem.words[locale]({ problems: [problem] })).toBe(connection[problem].title);
  expect(webhookProblem.words[locale]({ problems: ["receiver_down"] })).toBe(connection.down.title);
  expect(keyRefused.words[locale]({})).toBe(connection.key_refused.title);
});
