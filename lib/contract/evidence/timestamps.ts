import { z } from "zod";
import { numberOfEntries } from "./proofs.ts";

/** `waiting` is tried again; `none` is tried no more; `off`: no authority is named, and none has answered. */
export const TIMESTAMP_STATES = ["stamped", "waiting", "none", "off"] as const;

/** An entry of `GET /api/evidence/timestamps`: a head that was sent outside, and its time stamp. */
export const headTimestamp = z.object({
  timestamp_id: z.int(),
  size: z.int(),
  root: z.string().meta({ description: "SHA-256 in hexadecimal." }),
  at: z.iso.datetime(),
  left_at: z.iso.datetime(),
  sha256: z.string().meta({
    description: "The stamped digest: of the JSON of at, root and size in this order, without white space.",
  }),
  state: z.enum(TIMESTAMP_STATES).meta({
    description: "waiting: tried again. none: tried no more. off: no authority is named, and none has answered.",
  }),
  stamped_at: z.iso.datetime().nullable().meta({ description: "The time that the authority states." }),
  error: z.string().nullable().meta({ description: "Why the last attempt failed." }),
});
export type HeadTimestamp = z.output<typeof headTimestamp>;

export const headTimestamps = z.object({
  items: z.array(headTimestamp),
  next_cursor: z.string().nullable(),
  configured: z.boolean().meta({ description: "Whether an authority is named (TSA_URL)." }),
});
export type HeadTimestamps = z.output<typeof headTimestamps>;

export const timestampParams = z.object({ timestamp_id: numberOfEntries });
