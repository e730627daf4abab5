import { z } from "zod";
import { workingMsBetween } from "#lib/contract/review/working-time.ts";
import { condition } from "./alert.ts";

/** Working hours without an event after which somebody should look. */
export const QUIET_HOURS = 4;

const HOUR_MS = 3_600_000;

/** Files from which the service would report something. */
const UNDER_WAY = `
  SELECT EXISTS (SELECT FROM verification_summaries
    WHERE last_activity_at > now() - interval '30 days' AND status IS DISTINCT FROM 'finished') AS under_way`;

/** No event has come for some working hours while files are under way. */
export const noEvents = condition({
  kind: "no_events",
  facts: z.strictObject({ working_hours: z.number() }),
  example: { working_hours: 5 },
  name: { en: "No events", "es-MX": "Sin eventos" },
  words: {
    en: ({ working_hours }) => `No event has arrived for ${working_hours} working hours while files are under way.`,
    "es-MX": ({ working_hours }) =>
      `No llega ningún evento desde hace ${working_hours} horas hábiles y hay expedientes en curso.`,
  },
  path: "/webhooks",
  async look({ tx, status: { last_event_at: last }, working, now }) {
    if (last === null) return null;
    const hours = Math.floor(workingMsBetween(last, now, working) / HOUR_MS);
    if (hours < QUIET_HOURS) return null;
    const { rows } = await tx.query<{ under_way: boolean }>(UNDER_WAY);
    return rows[0]?.under_way ? { since: last, facts: { working_hours: hours } } : null;
  },
});
