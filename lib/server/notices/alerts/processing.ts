import { z } from "zod";
import { addMs, type Instant, instantToMs } from "#lib/contract/time.ts";
import { condition } from "./alert.ts";

/** A burst of deliveries waits less. */
const BEHIND_MS = 5 * 60_000;

export const workerBehind = condition({
  kind: "worker_behind",
  facts: z.strictObject({ waiting: z.number(), minutes: z.number() }),
  example: { waiting: 1200, minutes: 7 },
  name: { en: "Worker behind", "es-MX": "Procesamiento atrasado" },
  words: {
    en: ({ waiting, minutes }) =>
      `${waiting} received deliveries wait to be applied, the first for ${minutes} minutes.`,
    "es-MX": ({ waiting, minutes }) =>
      `${waiting} entregas recibidas esperan procesarse, la primera desde hace ${minutes} minutos.`,
  },
  path: "/settings/system",
  look({ status: { inbox }, now }) {
    if (inbox.oldest_at === null || inbox.oldest_at > addMs(now, -BEHIND_MS)) return null;
    const minutes = Math.floor((instantToMs(now) - instantToMs(inbox.oldest_at)) / 60_000);
    return { since: inbox.oldest_at, facts: { waiting: inbox.waiting, minutes } };
  },
});

const MAX_COUNTED = 10_000;

const SET_ASIDE = `
  SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'unrecognized')::int AS unrecognized,
    min(received_at) AS since
  FROM (
    SELECT state, received_at FROM inbox WHERE kind = 'delivery' AND state IN ('failed', 'unrecognized') LIMIT ${MAX_COUNTED}
  ) AS aside`;

type SetAside = { failed: number; unrecognized: number; since: Instant | null };

export const rowsSetAside = condition({
  kind: "rows_set_aside",
  facts: z.strictObject({ failed: z.number(), unrecognized: z.number() }),
  example: { failed: 1, unrecognized: 3 },
  name: { en: "Deliveries not processed", "es-MX": "Entregas sin procesar" },
  words: {
    en: ({ failed, unrecognized }) => `Not processed: ${failed} failed deliveries, ${unrecognized} not recognized.`,
    "es-MX": ({ failed, unrecognized }) =>
      `Sin procesar: ${failed} entregas con error, ${unrecognized} no reconocidas.`,
  },
  path: "/deliveries",
  async look({ tx }) {
    const [row] = (await tx.query<SetAside>(SET_ASIDE)).rows;
    if (!row || row.since === null) return null;
    const { since, ...facts } = row;
    return { since, facts };
  },
});

const UNDELIVERED = `
  SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'pending')::int AS retried,
    min(created_at) AS since
  FROM (
    SELECT state, created_at FROM outgoing WHERE state = 'failed' AND ended_at > now() - interval '1 day' AND kind LIKE 'review.%'
    UNION ALL
    SELECT state, created_at FROM outgoing WHERE state = 'pending' AND attempts >= 3 AND kind LIKE 'review.%' LIMIT ${MAX_COUNTED}
  ) AS undelivered`;

/** Decision events have failed for good in the last day, or have been tried three times. */
export const decisionEventsFailing = condition({
  kind: "decision_events_failing",
  facts: z.strictObject({ failed: z.number(), retried: z.number() }),
  example: { failed: 2, retried: 5 },
  name: { en: "Decision events failing", "es-MX": "Eventos de dictamen con error" },
  words: {
    en: ({ failed, retried }) => `Decision events do not arrive: ${failed} failed, ${retried} are tried again.`,
    "es-MX": ({ failed, retried }) =>
      `Los eventos de dictamen no llegan: ${failed} con error, ${retried} en reintento.`,
  },
  path: "/settings/channels",
  async look({ tx }) {
    const [row] = (await tx.query<{ failed: number; retried: number; since: Instant | null }>(UNDELIVERED)).rows;
    if (!row || row.since === null) return null;
    const { since, ...facts } = row;
    return { since, facts };
  },
});
