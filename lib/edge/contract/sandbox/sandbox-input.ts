import { z } from "zod";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { identifier } from "#lib/platform/contract/fields.ts";
import { storableText } from "#lib/platform/contract/text.ts";
import { CALL_FAULTS, DELIVERY_FAULTS, LONGEST_PLAY_SECONDS, MAX_DOCUMENTS, PACES, SCENARIO_NAMES } from "./sandbox.ts";

/** Bodies of the sandbox's control routes, and of the dashboard's handlers before them. */

const storable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => storableText(text, max) === text, "must be storable text");

const seconds = z.number().min(0).max(LONGEST_PLAY_SECONDS).default(0);
const count = z.int().min(1).max(1_000_000).nullable().default(1);
const delay = z.int().min(0).max(600_000).optional();

const callFault = z.strictObject({
  kind: z.enum(CALL_FAULTS),
  /** An exact path, or the beginning of one followed by `*`; every path when left out. */
  path: storable(500).optional(),
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  status: z.int().min(200).max(599).optional(),
  /** Divided by the time scale. */
  delay_ms: delay,
  /** Number of calls affected; null: all until the fault is ended. */
  count,
});
const deliveryFault = z.strictObject({
  kind: z.enum(DELIVERY_FAULTS),
  event: z.enum(EVENT_NAMES).optional(),
  verification_id: identifier.optional(),
  delay_ms: delay,
  /** Number of events skipped before the first affected one. */
  skip: z.int().min(0).max(1_000_000).optional(),
  /** Number of events affected; null: all until the fault is ended. */
  count,
});

/** A requested fault (kinds: `lib/edge/contract/sandbox/sandbox.ts`). */
export const newFault = z.discriminatedUnion("kind", [callFault, deliveryFault]);
export type NewFault = z.output<typeof newFault>;
export type CallFault = z.output<typeof callFault>;
export type DeliveryFault = z.output<typeof deliveryFault>;

export const paceInput = z.strictObject({ pace: z.enum(PACES) });

export const playInput = z.strictObject({
  scenario: z.enum(SCENARIO_NAMES),
  /** Equal scenario and seed give the same verification; without a seed a new one each time. */
  seed: storable(100).optional(),
  tag: storable(100).optional(),
  /** Duration of the play from now on, divided by the time scale; 0: all its steps have just happened. */
  seconds,
});

/** An existing verification, to be changed by hand. */
export const listInput = z.strictObject({ verification_id: identifier });

export const documentsInput = z.strictObject({ count: z.int().min(1).max(MAX_DOCUMENTS).default(1), seconds });

/** A change of a label of the catalogue. A comment update removes and adds it (interface, event rule 1). */
export const labelInput = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("add"), label: storable(100), comment: storable(1_000).nullable().default(null) }),
  z.strictObject({ action: z.literal("comment"), label: storable(100), comment: storable(1_000).nullable() }),
  z.strictObject({ action: z.literal("remove"), label: storable(100) }),
]);

const counted = z.int().nonnegative();

const fault = z.object({
  id: z.string(),
  kind: z.enum([...CALL_FAULTS, ...DELIVERY_FAULTS]),
  /** Number of calls or events that are still to be affected; null: all until the fault is ended. */
  count: counted.nullable(),
  met: counted,
  status: counted.optional(),
  delay_ms: counted.optional(),
  path: z.string().optional(),
  method: z.string().optional(),
  event: z.string().optional(),
  verification_id: z.string().optional(),
});
export type SandboxFault = z.output<typeof fault>;

/** A verification that was played, or changed by hand. */
const play = z.object({
  verification_id: z.string(),
  /** Null for a verification that existed before and was only changed by hand. */
  scenario: z.enum(SCENARIO_NAMES).nullable().catch(null),
  tag: z.string(),
  played_at: z.string(),
  /** Null before its first step. */
  status: z.string().nullable(),
  documents_status: z.string().nullable(),
  labels: z.array(z.object({ label: z.string(), display_name: z.string(), comment: z.string().nullable() })),
  deliveries: z.object({ pending: counted, delivered: counted, failed: counted }),
  steps_to_come: counted,
});
export type SandboxPlay = z.output<typeof play>;

/** A label of the account's catalogue (interface, Label assignment). */
const label = z.object({ label: z.string(), display_name: z.string(), category: z.string().nullable() });
export type SandboxLabel = z.output<typeof label>;

/** The answer of GET `/sandbox/state`, which GET `/api/sandbox` contains. */
export const sandboxState = z.object({
  pace: z.enum(PACES),
  /** False until the account's steady activity was started. */
  started: z.boolean(),
  faults: z.array(fault),
  /** Newest first. */
  played: z.array(play),
  labels: z.array(label),
});
export type SandboxState = z.output<typeof sandboxState>;

export const playedAnswer = z.object({ verification_id: z.string(), tag: z.string() });
