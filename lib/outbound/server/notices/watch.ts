import { readCapacity } from "#lib/core/server/status/capacity.ts";
import { readRecordedStatus } from "#lib/core/server/status/status.ts";
import { readPolicy } from "#lib/desk/server/review/policy.ts";
import { heldUntil } from "#lib/outbound/contract/notices/alert-settings.ts";
import { enqueueForChannels, SUPERSEDE_HELD } from "#lib/outbound/server/channels/outgoing.ts";
import { rolesWith } from "#lib/platform/contract/permissions.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, type Database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { readAlertSettings } from "./alert-settings.ts";
import { INCIDENTS } from "./alerts/acts.ts";
import {
  type ActRange,
  ALERTS_FOR,
  type Alert,
  type AlertContext,
  type Condition,
  type Incident,
} from "./alerts/alert.ts";
import { CONDITIONS } from "./alerts/index.ts";
import { advance, type Cursor, readCursors } from "./cursors.ts";
import { notifyPeople } from "./notify-people.ts";

/** A lasting condition is announced again after this time. */
const REPEAT_EVERY = "interval '1 day'";

type AlertRow = { id: string; kind: string; since: Instant; told: number; due: boolean; facts: object };

const ALERT = "id, kind, since, told, facts";

const LASTING = `
  SELECT ${ALERT}, told_at <= now() - ${REPEAT_EVERY} AS due FROM alerts WHERE resolved_at IS NULL FOR UPDATE`;

const RAISE = `
  INSERT INTO alerts (kind, source, since, facts, resolved_at)
  VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END) ON CONFLICT DO NOTHING RETURNING ${ALERT}, false AS due`;

const REPEAT = `
  UPDATE alerts SET told = told + 1, told_at = now(), facts = $2 WHERE id = $1 RETURNING ${ALERT}, false AS due`;

const RESOLVE = "UPDATE alerts SET resolved_at = now() WHERE id = $1";

/** A notice for each active admin but the one who caused the alert. */
const ADD_NOTICES = `
  INSERT INTO notices (kind, user_id, source, alert_id, at, caused_by)
  SELECT $1, id, concat_ws(' ', $2::uuid, $3::integer), $2, $4, $5 FROM users
  WHERE disabled_at IS NULL AND role = ANY ($6::text[]) AND id IS DISTINCT FROM $5::uuid
  ON CONFLICT DO NOTHING RETURNING user_id`;

const MUTED = "SELECT kind FROM alert_mutes";

type Options = { conditions?: readonly Condition[]; incidents?: readonly Incident[] };

/**
 * Checks conditions and incidents for admins. Each is announced once in the bell and to the channels that carry its
 * kind, a lasting condition again each day and when it is over. State and messages are committed together, so that a
 * crash repeats no message. One worker runs it at a time.
 */
export async function watchInstallation(
  database: Pooled & Pick<Database, "pool">,
  { conditions = CONDITIONS, incidents = INCIDENTS }: Options = {},
): Promise<void> {
  const capacity = await readCapacity(database);
  await inTransaction(database.pool, async (tx) => {
    const kinds = [...conditions, ...incidents].map(({ kind }) => kind);
    const cursors = await readCursors(tx, LOCKS.alerts, kinds);
    if (cursors.length < kinds.length) return;
    const { working } = await readPolicy(tx);
    const [{ now } = { now: "" }] = (await tx.query<{ now: Instant }>("SELECT now()")).rows;
    const muted = new Set((await tx.query<{ kind: string }>(MUTED)).rows.map(({ kind }) => kind));
    const { thresholds, quiet } = await readAlertSettings(tx);
    const { notified, send } = senderOf(tx, muted, (kind) => heldUntil(kind, now, quiet, working));
    const lasting = (await tx.query<AlertRow>(LASTING)).rows;
    const status = { ...(await readRecordedStatus(tx)), capacity };
    const context = { tx, status, working, thresholds, now };
    for (const one of conditions) await follow(context, one, lasting, send);
    for (const one of incidents) await find(tx, one, { ...cursorOf(cursors, one), thresholds }, send);
    await advance(tx, kinds);
    await notifyPeople(tx, notified);
  });
}

const cursorOf = (cursors: readonly Cursor[], { kind }: Alert): Cursor => {
  const cursor = cursors.find((one) => one.kind === kind);
  if (!cursor) throw new Error(`no cursor of ${kind}`);
  return cursor;
};

type Send = ReturnType<typeof senderOf>["send"];

async function follow(context: AlertContext, one: Condition, lasting: readonly AlertRow[], send: Send): Promise<void> {
  const { tx, now } = context;
  const known = lasting.find(({ kind }) => kind === one.kind);
  const state = await one.look(context);
  if (!state) {
    if (!known) return;
    await tx.query(RESOLVE, [known.id]);
    return send(one, known, "resolved");
  }
  const facts = JSON.stringify(one.facts.parse(state.facts));
  if (known && !known.due) return;
  const { rows } = known
    ? await tx.query<AlertRow>(REPEAT, [known.id, facts])
    : await tx.query<AlertRow>(RAISE, [one.kind, now, state.since, facts, false]);
  for (const row of rows) await send(one, row, "raised");
}

async function find(tx: Client, one: Incident, range: ActRange, send: Send): Promise<void> {
  for (const { source, at, caused_by, facts } of await one.find(tx, range)) {
    const values = [one.kind, source, at, JSON.stringify(one.facts.parse(facts)), true];
    const { rows } = await tx.query<AlertRow>(RAISE, values);
    for (const row of rows) await send(one, row, "raised", caused_by);
  }
}

/** Announces alerts that are not muted, within the transaction. */
function senderOf(tx: Client, muted: ReadonlySet<string>, dueOf: (kind: string) => Instant | null) {
  /** The admins with a new notice. */
  const notified = new Set<string>();
  const notify = async (values: unknown[]) => {
    const { rows } = await tx.query<{ user_id: string }>(ADD_NOTICES, values);
    for (const { user_id } of rows) notified.add(user_id);
  };
  const send = async (
    one: Alert,
    { id, since, told, facts }: AlertRow,
    state: "raised" | "resolved",
    caused_by: string | null = null,
  ): Promise<void> => {
    const { kind, path } = one;
    if ("look" in one) await tx.query(SUPERSEDE_HELD, [kind]);
    if (muted.has(kind)) return;
    if (state === "raised") await notify([kind, id, told, since, caused_by, rolesWith(ALERTS_FOR)]);
    const payload = { kind, state, since, link: new URL(path, env().APP_ORIGIN).href, facts };
    await enqueueForChannels(tx, { kind, source: `${id} ${state} ${told}`, payload, due_at: dueOf(kind) });
  };
  return { notified, send };
}
