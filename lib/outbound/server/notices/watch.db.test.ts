import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { switchCurrentKey } from "#lib/core/server/vault/dashboard-keys.ts";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import type { Reviewer } from "#lib/desk/server/review/command.ts";
import { reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { ALERT_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import { claimNext } from "#lib/outbound/server/channels/claim.ts";
import { listSendings } from "#lib/outbound/server/channels/read.ts";
import { crashAfter, Killed } from "#tools/test/crash-after.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { quietNow, setAlertSettings } from "#tools/test/quiet-now.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { systemStatus } from "#tools/test/system-status.ts";
import { USUAL_THRESHOLDS } from "#tools/test/usual-thresholds.ts";
import { INCIDENTS } from "./alerts/acts.ts";
import { alertText, condition } from "./alerts/alert.ts";
import { ALERTS } from "./alerts/index.ts";
import { deliveriesRefused, noEvents } from "./alerts/reception.ts";
import { keyRefused } from "./alerts/service.ts";
import { listNotices } from "./list.ts";
import { listAlerts, wordsOfAlert } from "./list-alerts.ts";
import { watchInstallation } from "./watch.ts";

const database = await ownDatabase();
const { pool } = database;
const { user } = reviewDesk(database);

const SINCE = "2026-01-02T03:04:05.000000Z";

let holds = false;
const testCondition = condition({
  kind: "disk_low",
  facts: z.strictObject({ free: z.number() }),
  example: { free: 1 },
  path: "/settings",
  look: () => (holds ? { since: SINCE, facts: { free: 3 } } : null),
});

let boss: Reviewer;
let second: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  vi.stubEnv("APP_ORIGIN", "https://cotejo.example.mx");
  boss = await user("Boss", "admin");
  second = await user("Second", "admin");
  await pool.query(
    `INSERT INTO channels (id, kind, name, url, events, locale) VALUES
       ('ch_all', 'webhook', 'All', 'https://hooks.example.mx', $1, 'en'), ('ch_none', 'webhook', 'None', 'https://hooks.example.mx', '{}', 'en')`,
    [ALERT_EVENTS],
  );
});

beforeEach(async () => {
  holds = false;
  await pool.query("DELETE FROM alerts");
  await pool.query("DELETE FROM outgoing");
  await pool.query("DELETE FROM notice_cursors");
  await pool.query("DELETE FROM alert_settings");
});

const watch = () => watchInstallation(database, { conditions: [testCondition], incidents: [] });
const rung = async (admin = boss) =>
  (await listNotices(admin, "en", { unread: false }, database)).items.map(({ kind, text }) => [kind, text]);
const sent = async () =>
  (
    await pool.query<{ channel_id: string; kind: string; payload: { state: string; facts: object } }>(
      "SELECT channel_id, kind, payload FROM outgoing ORDER BY id",
    )
  ).rows;
const states = async () => (await sent()).map(({ payload }) => payload.state);

describe("a condition", () => {
  it("is announced once, with its facts, in the bells of admins and the channels that carry it", async () => {
    await watch();
    expect(await sent()).toEqual([]);
    holds = true;
    await watch();
    await watch();
    expect(await rung()).toEqual([["disk_low", expect.any(String)]]);
    expect(await rung(second)).toHaveLength(1);
    expect(await rung({ ...second, role: "compliance" })).toEqual([]);
    expect(await sent()).toEqual([
      {
        channel_id: "ch_all",
        kind: "disk_low",
        payload: {
          kind: "disk_low",
          state: "raised",
          since: SINCE,
          link: "https://cotejo.example.mx/settings",
          facts: { free: 3 },
        },
      },
    ]);
  });

  it("is announced again after a day and when it is over; afterwards it may begin anew", async () => {
    holds = true;
    await watch();
    await pool.query("UPDATE alerts SET told_at = told_at - interval '25 hours'");
    await watch();
    await watch();
    expect(await states()).toEqual(["raised", "raised"]);
    expect(await rung()).toHaveLength(2);
    holds = false;
    await watch();
    await watch();
    expect(await states()).toEqual(["raised", "raised", "resolved"]);
    holds = true;
    await watch();
    expect(await states()).toEqual(["raised", "raised", "resolved", "raised"]);
  });

  it("is not announced while its kind is muted", async () => {
    await pool.query("INSERT INTO alert_mutes (kind) VALUES ('disk_low')");
    holds = true;
    await watch();
    expect([await rung(), await sent()]).toEqual([[], []]);
    expect((await pool.query("SELECT FROM alerts")).rowCount).toBe(1);
    await pool.query("DELETE FROM alert_mutes");
  });

  it("is announced once, wherever a worker is killed and however many workers run", async () => {
    holds = true;
    let killed = 0;
    for (let operations = 0; ; operations += 1) {
      const process = crashAfter(operations);
      const outcome = await watchInstallation(
        { pool: process.pool(pool) },
        { conditions: [testCondition], incidents: [] },
      ).catch((error: unknown) => error);
      // PostgreSQL releases the locks of a killed worker a moment later; until then no other worker searches.
      if (!(outcome instanceof Killed) && (await states()).length > 0) break;
      killed += 1;
    }
    expect(killed).toBeGreaterThan(15);
    await Promise.all([watch(), watch()]);
    expect(await states()).toEqual(["raised"]);
    expect(await rung()).toHaveLength(1);
  });
});

describe("in quiet hours", () => {
  const taken = async () => {
    const states: string[] = [];
    for (let message = await claimNext(database, "ch_all"); message; message = await claimNext(database, "ch_all"))
      states.push((message.payload as { state: string }).state);
    return states;
  };
  const end = () => pool.query("UPDATE outgoing SET next_attempt_at = now() WHERE state = 'pending' AND attempts = 0");

  it("a condition is in the bell at once, and its message waits until their end", async () => {
    const quiet = quietNow();
    await setAlertSettings(database, { quiet });
    holds = true;
    await watch();
    expect(await rung()).toHaveLength(1);
    expect(await taken()).toEqual([]);
    const { items } = await listSendings("ch_all", database);
    const ends = new Date(`${items[0]?.next_attempt_at?.slice(0, 16)}Z`).getTime() - 6 * 3_600_000;
    expect(new Date(ends).toISOString().slice(11, 16)).toBe(quiet.to);
    await watch();
    await end();
    expect(await taken()).toEqual(["raised"]);
    await watch();
    expect(await taken()).toEqual([]);
  });

  it("only the newest message about a condition is sent at their end", async () => {
    await setAlertSettings(database, { quiet: quietNow() });
    for (const state of [true, false, true, false]) {
      holds = state;
      await watch();
    }
    expect(await states()).toEqual(["raised", "resolved", "raised", "resolved"]);
    expect((await listSendings("ch_all", database)).items.map(({ state }) => state)).toEqual([
      "pending",
      ...Array(3).fill("superseded"),
    ]);
    await end();
    expect(await taken()).toEqual(["resolved"]);
  });

  it("a condition whose beginning was sent before says afterwards that it is over", async () => {
    holds = true;
    await watch();
    expect(await taken()).toEqual(["raised"]);
    await setAlertSettings(database, { quiet: quietNow() });
    holds = false;
    await watch();
    expect(await taken()).toEqual([]);
    await end();
    expect(await taken()).toEqual(["resolved"]);
  });

  it("a held message is not sent after a later one, where quiet hours are switched off meanwhile", async () => {
    await setAlertSettings(database, { quiet: quietNow() });
    holds = true;
    await watch();
    await setAlertSettings(database, { quiet: null });
    holds = false;
    await watch();
    expect(await taken()).toEqual(["resolved"]);
    await end();
    expect(await taken()).toEqual([]);
  });
});

describe("an incident", () => {
  const audit = (action: string, by: Reviewer, more: { ids?: object; before?: object; after?: object } = {}) =>
    pool.query(
      "INSERT INTO audit_log (action, user_id, user_email, ids, before, after) VALUES ($1, $2, 'b@example.mx', $3, $4, $5)",
      [action, by.id, more.ids ?? {}, more.before ?? null, more.after ?? null],
    );
  const look = () => watchInstallation(database, { conditions: [], incidents: INCIDENTS });
  const facts = async () => (await sent()).map(({ kind, payload }) => [kind, payload.facts]);

  it("is announced once to everybody but its author, and not from before the first run", async () => {
    await audit("user.added", boss, { ids: { user_id: second.id }, after: { role: "admin" } });
    await look();
    expect(await sent()).toEqual([]);
    await audit("user.changed", boss, {
      ids: { user_id: second.id },
      before: { role: "support" },
      after: { role: "admin" },
    });
    await audit("user.changed", boss, {
      ids: { user_id: second.id },
      before: { role: "admin" },
      after: { role: "admin" },
    });
    await audit("reveal.shown", boss, {
      ids: { api_key_id: "ak_archive", reveal_id: second.id },
      after: { kind: "api_key", name: "archive" },
    });
    await audit("verifications.exported", boss, { after: { rows: 999 } });
    await audit("verifications.exported", boss, { after: { rows: 1000, format: "csv" } });
    await look();
    await look();
    expect(await facts()).toEqual([
      ["new_admin", { user_id: second.id }],
      ["secret_revealed", { user_id: boss.id, secret: "api_key", subject_id: "ak_archive" }],
      ["large_export", { rows: 1000, of: "verifications" }],
    ]);
    expect(await rung()).toEqual([]);
    expect((await rung(second)).map(([kind]) => kind).toSorted()).toEqual([
      "large_export",
      "new_admin",
      "secret_revealed",
    ]);
    const { items } = await listAlerts("en", database);
    expect(items.map(({ text }) => text).toSorted()).toEqual([
      "Boss exported 1000 rows of verifications at once.",
      "Boss viewed the new API key “ak_archive” again.",
      "Second has become an administrator, by Boss.",
    ]);
    // Channels have no names, and earlier alerts have facts without the newer fields.
    expect(wordsOfAlert({ kind: "large_export", facts: { rows: 5 }, names: null, resolved_at: null }, "en").text).toBe(
      "5 rows were exported at once.",
    );
  });

  it("is an export from the threshold of the settings on", async () => {
    await look();
    await setAlertSettings(database, { thresholds: { ...USUAL_THRESHOLDS, large_export: 60, many_people_opened: 7 } });
    for (const rows of [59, 60]) await audit("audit.exported", boss, { after: { rows } });
    for (let opened = 0; opened < 7; opened += 1) await audit("people.opened", second);
    await look();
    expect(await facts()).toEqual([
      ["large_export", { rows: 60, of: "audit" }],
      ["many_people_opened", { user_id: second.id, opened: 7 }],
    ]);
  });

  it("of security is sent at once in quiet hours; one of operation waits, and is not replaced by the next", async () => {
    await look();
    await setAlertSettings(database, { quiet: quietNow() });
    await audit("passkey.disabled", boss, { ids: { user_id: second.id } });
    const unassigned = { ids: { user_id: second.id }, after: { by: "scim", reviews_given: 2 } };
    await audit("user.changed", boss, unassigned);
    await look();
    await audit("user.changed", boss, unassigned);
    await look();
    expect((await claimNext(database, "ch_all"))?.kind).toBe("passkey_copied");
    expect(await claimNext(database, "ch_all")).toBeNull();
    const waiting = "SELECT kind FROM outgoing WHERE state = 'pending' AND next_attempt_at > now() AND attempts = 0";
    expect((await pool.query(waiting)).rows).toEqual(Array(2).fill({ kind: "reviews_unassigned" }));
  });

  it("is a passkey whose counter went back, announced to every admin", async () => {
    await look();
    await pool.query("INSERT INTO audit_log (action, ids) VALUES ('passkey.disabled', $1)", [{ user_id: second.id }]);
    await look();
    expect(await facts()).toEqual([["passkey_copied", { user_id: second.id }]]);
    expect([await rung(), await rung(second)].map(([first]) => first?.[0])).toEqual([
      "passkey_copied",
      "passkey_copied",
    ]);
  });

  it("is many openings of people by one account within an hour", async () => {
    await look();
    for (let opened = 0; opened < 49; opened += 1) await audit("people.opened", second);
    await look();
    expect(await facts()).toEqual([]);
    await audit("curp_pdf.opened", second);
    await look();
    await look();
    expect(await facts()).toEqual([["many_people_opened", { user_id: second.id, opened: 50 }]]);
  });

  it("is many files opened by one account within an hour, each counted once", async () => {
    await look();
    const open = (file: number) =>
      audit("verification.opened", second, { ids: { verification_id: `ver_many_${file}` } });
    const { many_files_opened: many } = USUAL_THRESHOLDS;
    for (let file = 0; file < many - 1; file += 1) await open(file);
    await look();
    expect(await facts()).toEqual([]);
    await open(many);
    await look();
    await look();
    expect(await facts()).toEqual([["many_files_opened", { user_id: second.id, opened: many }]]);
  });
});

it("checks every condition of a new installation: none holds, except a full disk of this machine", async () => {
  await watchInstallation(database);
  expect((await sent()).map(({ kind }) => kind).filter((kind) => kind !== "disk_low")).toEqual([]);
});

it("has every kind of alert that a channel may carry", () => {
  expect(ALERTS.map(({ kind }) => kind).toSorted()).toEqual([...ALERT_EVENTS].toSorted());
});

it("shows an alert in words, and that it is resolved", async () => {
  await pool.query(
    `WITH one AS (INSERT INTO alerts (kind, source, facts) VALUES ('rows_set_aside', '1', '{"failed":1,"unrecognized":2}') RETURNING id)
     INSERT INTO notices (kind, user_id, source, alert_id, at) SELECT 'rows_set_aside', $1, '1', id, now() FROM one`,
    [boss.id],
  );
  const words = "Not processed: 1 failed deliveries, 2 not recognized.";
  expect(await rung()).toEqual([["rows_set_aside", words]]);
  await pool.query("UPDATE alerts SET resolved_at = now()");
  expect(await rung()).toEqual([["rows_set_aside", `Resolved: ${words}`]]);
});

it("names the channel and the key of an alert as they are named now, and keeps alerts of earlier releases", async () => {
  await pool.query(
    `INSERT INTO alerts (kind, source, since, facts) VALUES
       ('decision_events_failing', '1', $1, '{"failed":1,"retried":2,"channel_id":"ch_all","channels":2}'),
       ('decision_events_failing_of_a_later_release', '1', $1, '{}'),
       ('key_refused', '1', $1, '{}')`,
    [SINCE],
  );
  expect(
    await listAlerts("en", database).then(({ items }) => items.map(({ text, todo }) => [text, todo !== null])),
  ).toEqual(
    expect.arrayContaining([
      ["Decision events do not arrive at the channel “All” and 1 more: 1 failed, 2 are tried again.", true],
      ["decision_events_failing_of_a_later_release", false],
      ["The service refuses the dashboard's API key.", true],
    ]),
  );
});

describe("the conditions of the database", () => {
  const raised = async () => (await sent()).map(({ kind, payload }) => [kind, payload.facts]);

  it("find deliveries that were set aside, until there are none", async () => {
    await pool.query(
      `INSERT INTO inbox (kind, state, received_at, signature, body, contract_version) SELECT 'delivery', 'failed', now(), 'sig_alert', 'x', 1`,
    );
    await watchInstallation(database);
    expect(await raised()).toContainEqual(["rows_set_aside", { failed: 1, unrecognized: 0 }]);
    await pool.query("DELETE FROM inbox");
    await watchInstallation(database);
    expect((await sent()).filter(({ kind }) => kind === "rows_set_aside").map(({ payload }) => payload.state)).toEqual([
      "raised",
      "resolved",
    ]);
  });

  it("count every refused delivery, of rows that stand for several too, and name the own webhook", async () => {
    const at = "2026-11-20T12:00:00.000000Z";
    await pool.query(
      "INSERT INTO receivers (id, state, webhook_id, url) VALUES ('r1', 'connected', 'wh_own', 'https://x')",
    );
    await pool.query("INSERT INTO outages (cause, began_at) VALUES ('refused', $1)", [at]);
    await pool.query(
      "INSERT INTO refusals (at, reason, count) VALUES ($1::timestamptz - interval '1 minute', 'x', 9), ($1, 'x', 3), ($1, 'x', 4)",
      [at],
    );
    const found = await deliveriesRefused.look({
      ...{
        tx: pool,
        status: systemStatus(),
        working: initialPolicy(at).working,
        thresholds: USUAL_THRESHOLDS,
        now: at,
      },
    });
    expect(found).toEqual({ since: at, facts: { refused: 7, webhook_id: "wh_own" } });
    await pool.query("DELETE FROM outages");
    await pool.query("DELETE FROM refusals");
    await pool.query("DELETE FROM receivers");
  });

  it("name the key that the service refuses, where its id is known", async () => {
    const at = "2026-11-20T12:00:00.000000Z";
    const refused = async () =>
      (
        await keyRefused.look({
          ...{ tx: pool, status: systemStatus({ service: { state: "unauthorized" } }), now: at },
          ...{ working: initialPolicy(at).working, thresholds: USUAL_THRESHOLDS },
        })
      )?.facts;
    expect(await refused()).toEqual({ api_key_id: null });
    await switchCurrentKey("svc_sk_test_of_the_dashboard", database, "admin");
    await pool.query("UPDATE dashboard_keys SET service_key_id = 'ak_own' WHERE state = 'current'");
    expect(await refused()).toEqual({ api_key_id: "ak_own" });
    await pool.query("DELETE FROM dashboard_keys");
  });

  it("find decision events that fail", async () => {
    await pool.query(
      `INSERT INTO outgoing (target, channel_id, kind, source, payload, state, attempts, next_attempt_at, ended_at)
       VALUES ('channel:ch_all', 'ch_all', 'review.decided', '1', '{}', 'failed', 9, NULL, now()),
         ('channel:ch_all', 'ch_all', 'review.decided', '2', '{}', 'pending', 3, now(), NULL)`,
    );
    await watchInstallation(database);
    expect(await raised()).toContainEqual([
      "decision_events_failing",
      { failed: 1, retried: 1, channels: 1, channel_id: "ch_all" },
    ]);
  });

  it("find working hours without an event, while a file is under way", async () => {
    // A Friday and the Monday after it, 10:00 in Mexico City; the working day ends at 18:00.
    const [friday, monday] = ["2026-11-27T22:00:00.000000Z", "2026-11-30T16:00:00.000000Z"];
    const { working } = initialPolicy(friday);
    const look = async (last_event_at: string | null, now = monday) =>
      noEvents.look({ tx: pool, status: systemStatus({ last_event_at }), working, thresholds: USUAL_THRESHOLDS, now });
    expect(await look("2026-11-27T20:00:00.000000Z")).toBeNull();
    const [{ now = "" } = {}] = (await pool.query<{ now: string }>("SELECT now()")).rows;
    await insertSummaries(pool, [{ verification_id: "ver_under_way", status: "pending", last_activity_at: now }]);
    expect(await look("2026-11-27T20:00:00.000000Z")).toEqual({
      since: "2026-11-27T20:00:00.000000Z",
      facts: { working_hours: 5, waiting_for_first: false, webhook_id: null },
    });
    expect(await look(friday)).toBeNull();
    await pool.query("UPDATE verification_summaries SET status = 'finished'");
    expect(await look("2026-11-27T20:00:00.000000Z")).toBeNull();
  });

  it("find that no event has arrived since the webhook was connected, though no file is known", async () => {
    await pool.query("DELETE FROM verification_summaries");
    const now = "2026-11-30T20:00:00.000000Z";
    const { working } = initialPolicy(now);
    const look = (receiver: object) =>
      noEvents.look({
        ...{ tx: pool, status: systemStatus({ last_event_at: null, receiver }), working, now },
        thresholds: USUAL_THRESHOLDS,
      });
    const facts = { working_hours: 4, waiting_for_first: true, webhook_id: null };
    expect(await look({ since: "2026-11-30T16:00:00.000000Z" })).toEqual({
      since: "2026-11-30T16:00:00.000000Z",
      facts,
    });
    expect(await look({ since: "2026-11-30T16:01:00.000000Z" })).toBeNull();
    for (const state of ["missing", "creating", "down"]) {
      expect(await look({ state, since: "2026-11-30T14:00:00.000000Z" })).toBeNull();
    }
    expect(alertText(noEvents, facts, null, "en")).toBe(
      "No event has arrived since the webhook was connected 4 working hours ago.",
    );
  });
});
