import { z } from "zod";
import { EXPORT_VALUES } from "#lib/core/contract/verifications/export.ts";
import {
  LONGEST_WORDS,
  MAX_ACCEPTED_TOGETHER,
  MAX_BULK,
  MAX_POINTS,
  type RequestPoint,
} from "#lib/core/contract/verifications/review.ts";
import { EXCEPTION_CHOICES, RESOLUTIONS, REVIEW_STATES } from "#lib/core/contract/verifications/review-codes.ts";
import { MAX_NOTE_TEXT } from "#lib/desk/contract/notes/note.ts";
import { identifier, numericId, separated } from "#lib/platform/contract/fields.ts";
import { isMoment } from "#lib/platform/contract/url-parameters.ts";
import { MAX_DECISIONS, MAX_SEED, TOGETHER_CHOICES } from "./log.ts";

/** The reason of a decision, a request or an erasure. */
const reviewWords = z.string().trim().min(1).max(LONGEST_WORDS);

/** The server's version in full; `0.` for a file without a review in a list, which has no facts. */
const version = z.string().regex(/^(?:\d{1,9}\.[0-9a-f]{32}|0\.)$/);
const code = z.string().regex(/^[a-z0-9_]{1,60}$/);

const text = z.string().min(1).max(2_000);
const requestPoint = z.discriminatedUnion("about", [
  z.strictObject({ about: z.literal("missing_field"), missing_field: text }),
  z.strictObject({
    about: z.literal("item"),
    item_id: numericId,
    item_type: text.nullable(),
    item_error: text.nullable(),
  }),
  z.strictObject({ about: z.literal("person"), people_id: numericId, people_error: text.nullable() }),
  z.strictObject({ about: z.literal("documents") }),
]) satisfies z.ZodType<RequestPoint>;

const change = {
  /** Only with `resolved`. */
  resolution: z.enum(RESOLUTIONS).optional(),
  /** A reason of the catalogue; required to reject and to close. */
  reason_code: code.optional(),
  /** In words; required to accept with an exception (`exceptionsOf`). */
  reason: reviewWords.optional(),
  /** `YYYY-MM-DD`; with `waiting`, required there. */
  follow_up_on: z.iso.date().optional(),
  /** Null removes the assignee, absent keeps it. */
  assignee: z.uuid().nullable().optional(),
  /** Note for a new assignee, written on each file. */
  note: z.string().trim().min(1).max(MAX_NOTE_TEXT).optional(),
  /** Items whose problem was dealt with, as they are now. */
  handled: z.array(numericId).max(MAX_POINTS).optional(),
  /** The points of the request to the customer, with `waiting`. */
  request: z.array(requestPoint).max(MAX_POINTS).optional(),
};

/** The body of `PUT /api/verifications/{id}/review`. */
export const reviewChange = z.strictObject({
  version,
  state: z.enum(REVIEW_STATES),
  /** The day, after today, on which an accepted file comes back; absent: by the policy. Only with `accepted`. */
  review_on: z.iso.date().optional(),
  ...change,
});
export type ReviewChange = z.output<typeof reviewChange>;

/**
 * A change of many reviews: without a `state` each keeps its own. Accepting and rejecting need a look at the file, so
 * they are excluded; `bulkAcceptance` proves the look.
 */
const bulkChange = z
  .strictObject({ ...change, state: z.enum(REVIEW_STATES).optional() })
  .refine(({ resolution = "closed" }) => resolution === "closed", { path: ["resolution"] })
  .refine(({ state }) => state !== "approval", { path: ["state"] });
export type BulkChange = z.output<typeof bulkChange>;

/** The body of `POST /api/review/bulk`. */
export const bulkInput = z.strictObject({ ids: z.array(identifier).min(1).max(MAX_BULK), change: bulkChange });

/** Parameters of `GET /api/review/bulk/acceptance`. */
export const acceptableAsked = z.strictObject({
  ids: separated(identifier, MAX_ACCEPTED_TOGETHER).refine(({ length }) => length > 0),
});

/** The body of `POST /api/review/bulk/acceptance`: each file with the version that its check described. */
export const bulkAcceptance = z.strictObject({
  files: z
    .array(z.strictObject({ verification_id: identifier, version }))
    .min(1)
    .max(MAX_ACCEPTED_TOGETHER),
});

/** Body of `DELETE /api/verifications/{id}`: the reason, required for a decided verification. */
export const erasureInput = z.strictObject({ reason: reviewWords.optional() });

/** The body of `POST …/review/undo`. */
export const reviewVersion = z.strictObject({ version });

/** The body of `POST …/review/ratification`; the reason is required to ratify an acceptance with an exception. */
export const ratification = z.strictObject({ version, reason: reviewWords.optional() });

/** Parameters of `GET …/review/since`: the state that the page was shown. */
export const shownReview = z.strictObject({
  version,
  /** The newest entry of the log at that time; 0 without one. */
  entry: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});

/** The body of `POST …/review/approval`. */
export const approvalAnswer = z.strictObject({ version, approve: z.boolean(), reason: reviewWords.optional() });

/** The body of `POST /api/review/bulk/undo`: each with the version in the answer to its change. */
export const bulkUndoInput = z.strictObject({
  steps: z
    .array(z.strictObject({ verification_id: identifier, version }))
    .min(1)
    .max(MAX_BULK),
});

const moment = z.string().max(40).refine(isMoment);

/** Parameters of `GET /api/review/decisions`: a period as in the list, and the size and seed of a sample. */
export const decisionsAsked = z
  .strictObject({
    from: moment,
    to: moment,
    /** Only acceptances with this exception; `any`: with any. */
    exception: z.enum(EXCEPTION_CHOICES).optional(),
    user: z.uuid().optional(),
    resolution: z.enum(RESOLUTIONS).optional(),
    /** Whether accepted together with other files. */
    together: z.enum(TOGETHER_CHOICES).optional(),
    sample: z.coerce.number().int().min(1).max(MAX_DECISIONS).optional(),
    seed: z.string().max(MAX_SEED).default(""),
    format: z.enum(["json", "csv", "xlsx"]).default("json"),
    values: z.enum(EXPORT_VALUES).default("codes"),
    basis: z.enum(["true", "false"]).default("true"),
  })
  .transform(
    ({ sample = null, exception = null, user = null, resolution = null, together = null, basis, ...asked }) => ({
      ...asked,
      exception,
      user,
      resolution,
      together,
      sample,
      basis: basis === "true",
    }),
  );
