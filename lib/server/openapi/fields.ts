import { z } from "zod";

/** A schema whose answers are of this type: a field that it lacks, or has otherwise, does not compile. */
export const describes =
  <Answer>() =>
  <Schema extends z.ZodType<Answer>>(schema: Schema): Schema =>
    schema;

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

export const errorAnswer = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string().meta({ description: "Stable, such as UNAUTHORIZED, FORBIDDEN or VALIDATION_ERROR." }),
  timestamp: instant,
  service_message: z.string().optional(),
});
