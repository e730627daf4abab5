import { deadlineAfter } from "#lib/contract/privacy/arco-clock.ts";
import { instantFromMs } from "#lib/contract/time.ts";
import { readPolicy } from "#lib/server/review/policy.ts";
import type { Found, NoticeKind } from "./kind.ts";

/** Working days before a deadline. */
const DAYS_BEFORE = 3;

/** Told once for each deadline: an extension and an answer begin another one. */
const DUE = `
  SELECT users.id AS user_id, concat_ws(' ', request.id, extract(epoch FROM due_at)) AS source, NULL::text AS verification_id,
    $1::timestamptz AS at, NULL::uuid AS caused_by
  FROM arco_requests AS request CROSS JOIN users WHERE due_at >= $1 AND due_at <= $2`;

/** A request under the data law is due within three working days, for everybody who may answer it. */
export const arcoDue: NoticeKind = {
  kind: "arco_due",
  permission: "privacy.requests",
  async find(tx) {
    const now = instantFromMs(Date.now());
    const { working } = await readPolicy(tx);
    return (await tx.query<Found>(DUE, [now, deadlineAfter(now, DAYS_BEFORE, working).due_at])).rows;
  },
  words: {
    en: () => "A data request is due within three working days",
    "es-MX": () => "Una solicitud ARCO vence en tres días hábiles o menos",
  },
  path: () => "/privacy",
};
