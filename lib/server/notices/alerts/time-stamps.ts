import { z } from "zod";
import type { Instant } from "#lib/contract/time.ts";
import { env } from "#lib/server/base/env.ts";
import { condition } from "./alert.ts";

/** Heads of the last week, for as long as a head is tried. */
const MISSING = `
  SELECT count(*)::int AS days, min(left_at) AS since
  FROM evidence_heads AS head JOIN evidence_timestamps AS stamp ON stamp.head_id = head.id
  WHERE response IS NULL AND left_at BETWEEN now() - interval '7 days' AND now() - interval '1 day'`;

/** The authority of time stamps has not answered for a day. */
export const timestampMissing = condition({
  kind: "timestamp_missing",
  facts: z.strictObject({ days: z.number() }),
  example: { days: 2 },
  name: { en: "Time stamp missing", "es-MX": "Falta un sello de tiempo" },
  words: {
    en: ({ days }) => `Heads of the evidence log without a time stamp: ${days}.`,
    "es-MX": ({ days }) => `Cabeceras del registro de evidencia sin sello de tiempo: ${days}.`,
  },
  path: "/evidence",
  async look({ tx }) {
    if (env().TSA_URL === undefined) return null;
    const [row] = (await tx.query<{ days: number; since: Instant | null }>(MISSING)).rows;
    return row?.since ? { since: row.since, facts: { days: row.days } } : null;
  },
});
