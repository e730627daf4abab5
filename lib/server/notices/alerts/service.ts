import { z } from "zod";
import { addMs } from "#lib/contract/time.ts";
import { condition } from "./alert.ts";

/** The service refuses the stored API key, which it has accepted before. */
export const keyRefused = condition({
  kind: "key_refused",
  facts: z.strictObject({}),
  example: {},
  name: { en: "API key refused", "es-MX": "Clave de API rechazada" },
  words: {
    en: () => "The service refuses the API key of the dashboard.",
    "es-MX": () => "El servicio rechaza la clave de API del tablero.",
  },
  path: "/keys",
  look: ({ status: { service }, now }) =>
    service.state === "unauthorized" && service.ever_accepted ? { since: service.since ?? now, facts: {} } : null,
});

/** A shorter failure passes by itself. */
const FAILING_MS = 5 * 60_000;

/** Calls to the service have failed for some minutes. */
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

/** This machine's clock differs from the service's by a minute or more. */
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
