import { z } from "zod";

/** Fields of documented answers. */
export const instant = z.string().meta({ format: "date-time" });
export const time = instant.nullable();
export const text = z.string().nullable();
export const texts = z.array(z.string());
export const count = z.number().int();

/** A text of the service that is no ISO 8601 time. */
export const timeAsText = text.meta({ description: "The text that was given instead of a readable time." });

export const counted = z
  .union([count, z.object({ at_least: count })])
  .meta({ description: "Exact, or a lower bound where counting all would cost too much." });

/** The freshness of the page (design §5): the last answer of the service, and since when it fails. */
export const freshness = z.object({
  /** When the newest snapshot was read; null when the service was never read. */
  read_at: time,
  /** The last attempt failed: since when, and why. Null while reading works. */
  stale: z.object({ since: instant, code: z.string(), status: z.number().nullable() }).nullable(),
  /** The service answers 404 for a verification that events know. */
  unknown_to_service: z.boolean(),
});
export type Freshness = z.output<typeof freshness>;
