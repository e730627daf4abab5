import { z } from "zod";
import { EXCEPTION_CHOICES, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import { shownInstant } from "#lib/platform/contract/fields.ts";
import { MAX_SEED, TOGETHER_CHOICES } from "./log.ts";
import { MAX_RESULT_NOTE, MAX_SAMPLED, SAMPLE_RESULTS } from "./sample.ts";

/** The body of `POST /api/review/samples`: the filters of `GET /api/review/decisions`; without a seed a new one is made. */
export const newSample = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  exception: z.enum(EXCEPTION_CHOICES).nullable().default(null),
  user: z.uuid().nullable().default(null),
  resolution: z.enum(RESOLUTIONS).nullable().default(null),
  together: z.enum(TOGETHER_CHOICES).nullable().default(null),
  size: z.int().min(1).max(MAX_SAMPLED),
  seed: z.string().trim().max(MAX_SEED).default(""),
});

/** The body of `PUT …/results/{entry_id}`. `replaces` is the time of the result that the reader was shown. */
export const sampleResult = z
  .strictObject({
    result: z.enum(SAMPLE_RESULTS),
    note: z.string().trim().max(MAX_RESULT_NOTE).default(""),
    replaces: shownInstant.nullable(),
  })
  .refine(({ result, note }) => result === "confirmed" || note !== "", { path: ["note"] });

export const sampleFormat = z.strictObject({ format: z.enum(["json", "csv", "xlsx"]).default("json") });

/** The body of `POST …/sign-off`: the digest of the worksheet that the reader was shown. */
export const sampleSignOff = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) });
