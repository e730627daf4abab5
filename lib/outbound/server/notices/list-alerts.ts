import { type AlertList, type ListedAlert, MAX_ALERTS } from "#lib/outbound/contract/notices/alerts.ts";
import type { AlertMute } from "#lib/outbound/contract/notices/notice-input.ts";
import { messageName, notificationWords } from "#lib/outbound/server/notification-words.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import { readAlertSettings } from "./alert-settings.ts";
import { type AlertNames, alertText, alertTodo } from "./alerts/alert.ts";
import { ALERTS } from "./alerts/index.ts";

type AlertRow = Pick<ListedAlert, "alert_id" | "kind" | "since" | "resolved_at"> & {
  facts: object;
  names: AlertNames;
};

/** SQL: the present names for the row `alerts`. The source of an act in the audit trail is the id of its entry. */
export const ALERT_NAMES = `jsonb_build_object(
  'user', (SELECT name FROM users WHERE id::text = alerts.facts ->> 'user_id'),
  'actor', (SELECT name FROM users WHERE id = (SELECT user_id FROM audit_log
    WHERE id = CASE WHEN alerts.source ~ '^[0-9]{1,18}$' THEN alerts.source::bigint END)),
  'subject', COALESCE(
    (SELECT name FROM reveals WHERE subject_id = alerts.facts ->> 'subject_id' ORDER BY created_at DESC LIMIT 1),
    (SELECT name FROM dashboard_keys WHERE service_key_id = alerts.facts ->> 'api_key_id' ORDER BY created_at DESC LIMIT 1),
    (SELECT name FROM channels WHERE id = alerts.facts ->> 'channel_id')))`;

const LIST = `
  SELECT id AS alert_id, kind, since, resolved_at, facts, ${ALERT_NAMES} AS names FROM alerts
  ORDER BY resolved_at IS NULL DESC, since DESC, id LIMIT ${MAX_ALERTS}`;

const MUTED = "SELECT kind FROM alert_mutes ORDER BY kind";

/** The alerts of the installation, unresolved ones first, the kinds with their mutes, and the settings. */
export async function listAlerts(locale: Locale, { pool }: Pooled = database()): Promise<AlertList> {
  const { rows: alerts } = await pool.query<AlertRow>(LIST);
  const { rows: mutes } = await pool.query<{ kind: string }>(MUTED);
  const muted = new Set(mutes.map(({ kind }) => kind));
  return {
    items: alerts.map(({ facts, names, ...row }) => ({ ...row, ...wordsOfAlert({ ...row, facts, names }, locale) })),
    kinds: ALERTS.map(({ kind }) => ({ kind, name: messageName(kind, locale), muted: muted.has(kind) })),
    settings: await readAlertSettings(pool),
  };
}

const MUTE = "INSERT INTO alert_mutes (kind, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
const UNMUTE = "DELETE FROM alert_mutes WHERE kind = $1";

/** Mutes or unmutes a kind of alert, and returns whether it was muted before. */
export async function muteAlert({ kind, muted }: AlertMute, user_id: string, { pool }: Pooled = database()) {
  const { rowCount } = muted ? await pool.query(MUTE, [kind, user_id]) : await pool.query(UNMUTE, [kind]);
  return { muted: muted === (rowCount === 0) };
}

type AnyAlert = { kind: string; facts: object | null; names: AlertNames | null; resolved_at: Instant | null };

/** The words of an alert, the next step and its page. A row of another version may have facts that this version does not know. */
export function wordsOfAlert(
  { kind, facts, names, resolved_at }: AnyAlert,
  locale: Locale,
): Pick<ListedAlert, "text" | "todo" | "path"> {
  const alert = ALERTS.find((one) => one.kind === kind);
  const known = alert?.facts.safeParse(facts);
  if (!alert || !known?.success) return { text: messageName(kind, locale), todo: null, path: "/settings" };
  const isOver = resolved_at !== null && "look" in alert;
  const text = alertText(alert, known.data, names, locale);
  return {
    text: isOver ? notificationWords(locale)("resolved", { text }) : text,
    todo: isOver ? null : alertTodo(alert, locale),
    path: alert.path,
  };
}
