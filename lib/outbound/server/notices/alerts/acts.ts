import { z } from "zod";
import { REVEAL_KINDS } from "#lib/core/contract/secrets/secret.ts";
import type { ThresholdKind } from "#lib/outbound/contract/notices/alert-settings.ts";
import type { AuditAction } from "#lib/platform/contract/audit/audit.ts";
import { AUDIT_FILTER } from "#lib/platform/contract/audit/audit-filter.ts";
import type { Client } from "#lib/platform/server/db/database.ts";
import { type Act, type ActRange, type Incident, incident } from "./alert.ts";

const EXAMPLE_ID = "00000000-0000-4000-8000-000000000000";

/** Finds acts in the audit trail with the outcome `done`; `condition` and `facts` are SQL on its entries, `$2` the threshold. */
const inTrail = (condition: string, facts = "'{}'::jsonb", kind?: ThresholdKind) => {
  const statement = `
    SELECT id::text AS source, at, user_id AS caused_by, ${facts} AS facts
    FROM audit_log WHERE at >= $1 AND outcome = 'done' AND ${condition}`;
  return async (tx: Client, { since, thresholds }: ActRange) =>
    (await tx.query<Act>(statement, kind ? [since, thresholds[kind]] : [since])).rows;
};

/** Finds accounts with as many openings within an hour as the threshold, once an hour; `opened` is SQL that counts openings. */
const openedMany = (action: string, opened: string, kind: ThresholdKind) => {
  const statement = `
    SELECT concat_ws(' ', user_id, extract(epoch FROM date_trunc('hour', max(at)))) AS source, max(at) AS at,
      user_id AS caused_by, jsonb_build_object('user_id', user_id, 'opened', ${opened}) AS facts
    FROM audit_log WHERE ${action} AND at >= GREATEST($1, now() - interval '1 hour') AND outcome = 'done' AND user_id IS NOT NULL
    GROUP BY user_id HAVING ${opened} >= $2`;
  return async (tx: Client, { begun, thresholds }: ActRange) =>
    (await tx.query<Act>(statement, [begun, thresholds[kind]])).rows;
};

const ABOUT_USER = { facts: z.strictObject({ user_id: z.uuid() }), example: { user_id: EXAMPLE_ID } };

const ITS_USER = "jsonb_build_object('user_id', ids ->> 'user_id')";

/** The entries of the trail with these actions. */
const trailOf = (...action: AuditAction[]): string => `/audit?${AUDIT_FILTER.write({ ...AUDIT_FILTER.empty, action })}`;

/** Acts of accounts that admins hear of, in the order of their list. */
export const INCIDENTS: readonly Incident[] = [
  incident({
    kind: "new_admin",
    ...ABOUT_USER,
    path: "/users",
    find: inTrail(
      "action IN ('user.added', 'user.changed') AND after ->> 'role' = 'admin' AND before ->> 'role' IS DISTINCT FROM 'admin' AND ids ? 'user_id'",
      ITS_USER,
    ),
  }),
  // While passwords are switched off, the one account that has a password was used.
  incident({
    kind: "break_glass_used",
    ...ABOUT_USER,
    path: trailOf("session.started"),
    find: inTrail(
      `action = 'session.started' AND after @> '{"break_glass": true}'`,
      "jsonb_build_object('user_id', user_id)",
    ),
  }),
  // The counter of a passkey went back, so a copy exists: the passkey was disabled.
  incident({
    kind: "passkey_copied",
    ...ABOUT_USER,
    path: trailOf("passkey.disabled"),
    find: inTrail("action = 'passkey.disabled' AND ids ? 'user_id'", ITS_USER),
  }),
  incident({
    kind: "reviews_unassigned",
    facts: z.strictObject({ user_id: z.uuid(), reviews: z.number() }),
    example: { user_id: EXAMPLE_ID, reviews: 7 },
    path: "/review",
    find: inTrail(
      "action = 'user.changed' AND after ->> 'by' IN ('scim', 'provider') AND after ? 'reviews_given'",
      "jsonb_build_object('user_id', ids ->> 'user_id', 'reviews', (after -> 'reviews_given')::bigint)",
    ),
  }),
  // A key or secret was shown again, which only its maker should need.
  incident({
    kind: "secret_revealed",
    // Earlier releases stored no facts.
    facts: z.strictObject({ user_id: z.uuid(), secret: z.enum(REVEAL_KINDS), subject_id: z.string() }).partial(),
    example: { user_id: EXAMPLE_ID, secret: "api_key", subject_id: "ak_example" },
    values: ({ secret, subject_id }, { subject }) => ({ secret, object: subject ?? subject_id }),
    path: trailOf("reveal.shown"),
    find: inTrail(
      "action = 'reveal.shown'",
      `jsonb_strip_nulls(jsonb_build_object('user_id', user_id, 'secret', after ->> 'kind', 'subject_id',
        coalesce(ids ->> 'api_key_id', ids ->> 'webhook_id', ids ->> 'token_id', ids ->> 'channel_id')))`,
    ),
  }),
  incident({
    kind: "large_export",
    // Earlier releases stored no `of`.
    facts: z.strictObject({ rows: z.number(), of: z.enum(["verifications", "review_decisions", "audit"]).optional() }),
    example: { rows: 4000, of: "verifications" },
    values: ({ of }) => ({ of }),
    path: trailOf("verifications.exported", "review_decisions.exported", "audit.exported"),
    find: inTrail(
      `action IN ('verifications.exported', 'review_decisions.exported', 'audit.exported')
        AND jsonb_typeof(after -> 'rows') = 'number' AND (after -> 'rows')::bigint >= $2`,
      "jsonb_build_object('rows', (after -> 'rows')::bigint, 'of', split_part(action, '.', 1))",
      "large_export",
    ),
  }),
  incident({
    kind: "many_people_opened",
    facts: z.strictObject({ user_id: z.uuid(), opened: z.number() }),
    example: { user_id: EXAMPLE_ID, opened: 60 },
    path: trailOf("people.opened", "curp_pdf.opened"),
    find: openedMany("action IN ('people.opened', 'curp_pdf.opened')", "count(*)", "many_people_opened"),
  }),
  incident({
    kind: "many_files_opened",
    facts: z.strictObject({ user_id: z.uuid(), opened: z.number() }),
    example: { user_id: EXAMPLE_ID, opened: 170 },
    path: trailOf("verification.opened"),
    find: openedMany(
      "action = 'verification.opened'",
      "count(DISTINCT ids ->> 'verification_id')",
      "many_files_opened",
    ),
  }),
];
