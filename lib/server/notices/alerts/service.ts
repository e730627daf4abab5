import { z } from "zod";
import { addMs, type Instant } from "#lib/contract/time.ts";
import { env } from "#lib/server/base/env.ts";
import { condition } from "./alert.ts";

/** The service refuses the stored API key, which it has accepted before. */
export const keyRefused = condition({
  kind: "key_refused",
  facts: z.strictObject({}),
  example: {},
  name: { en: "API key refused", "es-MX": "Clave de API rechazada" },
  words: {
    en: () => "The service refuses the dashboard's API key.",
    "es-MX": () => "El servicio rechaza la clave de API del panel.",
  },
  path: "/keys",
  look: ({ status: { service }, now }) =>
    service.state === "unauthorized" && service.ever_accepted ? { since: service.since ?? now, facts: {} } : null,
});

/** A shorter failure passes by itself. */
const FAILING_MS = 5 * 60_000;

export const serviceFailing = condition({
  kind: "service_failing",
  facts: z.strictObject({ operations: z.number() }),
  example: { operations: 2 },
  name: { en: "Service failing", "es-MX": "Fallas del servicio" },
  words: {
    en: ({ operations }) => `Calls to the service fail, of ${operations} kinds today.`,
    "es-MX": ({ operations }) => `Fallan las llamadas al servicio, de ${operations} tipos hoy.`,
  },
  path: "/settings/system",
  look: ({ status: { service }, now }) =>
    service.state === "failing" && service.since !== null && service.since < addMs(now, -FAILING_MS)
      ? { since: service.since, facts: { operations: service.failures.length } }
      : null,
});

export const clockWrong = condition({
  kind: "clock_wrong",
  facts: z.strictObject({ ahead_seconds: z.number() }),
  example: { ahead_seconds: -75 },
  name: { en: "Clock wrong", "es-MX": "Reloj incorrecto" },
  words: {
    en: ({ ahead_seconds: s }) => `The clock is ${Math.abs(s)} s ${s < 0 ? "behind" : "ahead of"} the service's.`,
    "es-MX": ({ ahead_seconds: s }) =>
      `El reloj está ${Math.abs(s)} s ${s < 0 ? "atrasado" : "adelantado"} respecto al del servicio.`,
  },
  path: "/settings/system",
  look: ({ status: { clock }, now }) =>
    clock.state === "wrong" ? { since: clock.since ?? now, facts: { ahead_seconds: clock.ahead_seconds ?? 0 } } : null,
});

/** Heads of the last week, which are still retried. */
const MISSING = `
  SELECT count(*)::int AS days, min(left_at) AS since
  FROM evidence_heads AS head JOIN evidence_timestamps AS stamp ON stamp.head_id = head.id
  WHERE response IS NULL AND left_at BETWEEN now() - interval '7 days' AND now() - interval '1 day'`;

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
