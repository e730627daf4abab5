import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { ID_KINDS, type IdName } from "#lib/modules.ts";
import type { AuditFilter } from "#lib/platform/contract/audit/audit-filter.ts";
import { type Change, fieldChanges } from "#lib/platform/contract/audit/changes.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { database, type Pooled } from "#lib/platform/server/db/database.ts";
import type { Cell, Table } from "#lib/platform/server/tables/table.ts";
import type { AuditList, AuditRow } from "#lib/records/contract/audit/trail.ts";
import { listAudit } from "./list.ts";

/** Number of entries in memory at once. */
const CHUNK = 1_000;

/** The ids of version 0.5.0: columns keep their places, and later ids follow. */
const FIRST_IDS: readonly IdName[] = [
  ...(["verification_id", "people_ids", "verification_ids", "item_id", "webhook_id", "new_webhook_id"] as const),
  ...(["api_key_id", "new_api_key_id", "delivery_id", "receiver_id", "outage_id", "rotation_id"] as const),
  ...(["replacement_id", "reveal_id", "fault_id", "user_id", "session_id", "consent_id", "note_id"] as const),
  ...(["letter_id", "hold_id", "view_id", "token_id", "passkey_id", "channel_id", "sending_id"] as const),
  ...(["request_id", "sample_id"] as const),
];

/** A column for each kind of id; the account's id has another name here, since `user_id` is the actor. */
const ID_COLUMNS = [...new Set([...FIRST_IDS, ...(Object.keys(ID_KINDS) as IdName[])])].map(
  (name): Column => [name === "user_id" ? "about_user_id" : name, ({ ids }) => textOf(ids[name] ?? null, " ")],
);

type Column = [name: string, value: (row: AuditRow) => Cell];

/**
 * No cell is JSON. Files have their tag and accounts their email; people have ids alone, since an exported file outlives an
 * erasure and the retention.
 */
const COLUMNS: Column[] = [
  ["entry_id", (row) => row.entry_id],
  ["at", (row) => row.at],
  ["began_at", (row) => row.began_at],
  ["action", (row) => row.action],
  ["outcome", (row) => row.outcome],
  ["error_code", (row) => row.error_code],
  ["user_id", (row) => row.user?.id ?? null],
  ["user_email", (row) => row.user?.email ?? null],
  ["user_name", (row) => row.user?.name ?? null],
  ["by_token_id", (row) => row.token?.token_id ?? null],
  ["by_token_name", (row) => row.token?.name ?? null],
  ["address", (row) => row.address],
  ["user_agent", (row) => row.user_agent],
  [
    "verification_tag",
    ({ ids, files }) => files.find((file) => file.verification_id === ids.verification_id)?.tag ?? null,
  ],
  ["about_user_email", (row) => row.account?.email ?? null],
  ...ID_COLUMNS,
  ["changes", (row) => changesText(row, (change) => change.kind !== "added")],
  ["details", (row) => changesText(row, (change) => change.kind === "added")],
];

/** The changes of an entry, or its other statements, as text: `url: https://a → https://b; events: + x, − y`. */
const changesText = ({ before, after }: AuditRow, which: (change: Change) => boolean): string =>
  fieldChanges(before, after)
    .filter(which)
    .map((change) => `${change.field}: ${inWords(change)}`)
    .join("; ");

function inWords(change: Change): string {
  switch (change.kind) {
    case "added":
      return textOf(change.value);
    case "gone":
      return `${textOf(change.value)} →`;
    case "changed":
      return `${textOf(change.before)} → ${textOf(change.after)}`;
    case "list":
      return [...change.added.map((one) => `+ ${one}`), ...change.removed.map((one) => `− ${one}`)].join(", ");
  }
}

/** A value as text: the entries of a list, the fields of an object. */
function textOf(value: unknown, between = ", "): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(between);
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${textOf(one)}`)
    .join(between);
}

export const auditTable = (
  { filter, reader }: { filter: AuditFilter; reader: Role | null },
  connection: Pooled = database(),
): Table => ({ header: COLUMNS.map(([name]) => name), pages: pagesOf({ filter, reader }, connection) });

async function* pagesOf({ filter, reader }: { filter: AuditFilter; reader: Role | null }, connection: Pooled) {
  let cursor: string | null = null;
  do {
    const page: AuditList = await listAudit({ filter, cursor, limit: CHUNK, reader, peopleNamed: false }, connection);
    const items = await coveredFor(reader, page.items, undefined, connection.pool);
    if (items.length > 0) yield items.map((row) => COLUMNS.map(([, value]) => value(row)));
    cursor = page.next_cursor;
  } while (cursor !== null);
}
