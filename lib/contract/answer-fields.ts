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
