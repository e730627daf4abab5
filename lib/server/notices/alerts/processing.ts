import { z } from "zod";
import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { addMs, type Instant, instantToMs } from "#lib/contract/time.ts";
import { condition, quoted, UNNAMED } from "./alert.ts";

export const workerBehind = condition({
  kind: "worker_behind",
  facts: z.strictObject({ waiting: z.number(), minutes: z.number() }),
  example: { waiting: 1200, minutes: 7 },
  words: {
    en: ({ waiting, minutes }) =>
      `${waiting} received deliveries wait to be applied, the first for ${minutes} minutes.`,
    "es-MX": ({ waiting, minutes }) =>
      `${waiting} entregas recibidas esperan procesarse, la primera desde hace ${minutes} minutos.`,
  },
  todo: {
    en: "Check in System whether a worker runs, and the load of the database. Nothing is lost.",
    "es-MX": "Revisa en Sistema si hay un proceso worker en marcha, y la carga de la base de datos. No se pierde nada.",
  },
  path: "/settings/system",
  look({ status: { inbox }, thresholds, now }) {
    if (inbox.oldest_at === null || inbox.oldest_at > addMs(now, -thresholds.worker_behind * 60_000)) return null;
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
  words: {
    en: ({ failed, unrecognized }) => `Not processed: ${failed} failed deliveries, ${unrecognized} not recognized.`,
    "es-MX": ({ failed, unrecognized }) =>
      `Sin procesar: ${failed} entregas con error, ${unrecognized} no reconocidas.`,
  },
  todo: {
    en: "Open each delivery for its cause and retry it. Unrecognized ones may need a newer version.",
    "es-MX": "Abre cada entrega para ver la causa y reinténtala. Las no reconocidas pueden requerir una versión nueva.",
  },
  path: `/deliveries?${DELIVERY_FILTER.write({ ...DELIVERY_FILTER.empty, outcome: ["failed", "unrecognized"] })}`,
  async look({ tx }) {
    const [row] = (await tx.query<SetAside>(SET_ASIDE)).rows;
    if (!row || row.since === null) return null;
    const { since, ...facts } = row;
    return { since, facts };
  },
});

const UNDELIVERED = `
  SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'pending')::int AS retried,
    min(created_at) AS since, count(DISTINCT channel_id)::int AS channels, mode() WITHIN GROUP (ORDER BY channel_id) AS channel_id
  FROM (
    SELECT state, created_at, channel_id FROM outgoing WHERE state = 'failed' AND ended_at > now() - interval '1 day' AND kind LIKE 'review.%'
    UNION ALL
    SELECT state, created_at, channel_id FROM outgoing WHERE state = 'pending' AND attempts >= 3 AND kind LIKE 'review.%' LIMIT ${MAX_COUNTED}
  ) AS undelivered`;

type Undelivered = { failed: number; retried: number; channels: number; channel_id: string | null } & {
  since: Instant | null;
};

/** Decision events have failed for good in the last day, or have been tried three times. */
export const decisionEventsFailing = condition({
  kind: "decision_events_failing",
  // The channel with most of them, and the number of channels; facts of earlier releases have neither.
  facts: z.strictObject({
    ...{ failed: z.number(), retried: z.number() },
    ...{ channel_id: z.string().nullable().default(null), channels: z.number().default(1) },
  }),
  example: { failed: 2, retried: 5, channel_id: "ch_0123456789abcdef01234567", channels: 2 },
  words: {
    en: ({ failed, retried, channel_id, channels }, { subject } = UNNAMED) =>
      `Decision events do not arrive${quoted(subject ?? channel_id, " at the channel “", "”")}${channels > 1 ? ` and ${channels - 1} more` : ""}: ${failed} failed, ${retried} are tried again.`,
    "es-MX": ({ failed, retried, channel_id, channels }, { subject } = UNNAMED) =>
      `Los eventos de dictamen no llegan${quoted(subject ?? channel_id, " al canal “", "”")}${channels > 1 ? ` y a ${channels - 1} más` : ""}: ${failed} con error, ${retried} en reintento.`,
  },
  todo: {
    en: "Open the last messages of the channel for the cause, correct it, and send the failed messages again.",
    "es-MX": "Abre los últimos mensajes del canal para ver la causa, corrígela y reenvía los mensajes con error.",
  },
  path: "/settings/channels",
  async look({ tx }) {
    const [row] = (await tx.query<Undelivered>(UNDELIVERED)).rows;
    if (!row || row.since === null) return null;
    const { since, ...facts } = row;
    return { since, facts };
  },
});
