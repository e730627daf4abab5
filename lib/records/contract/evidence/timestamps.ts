import { z } from "zod";

/** `waiting` is tried again; `none` is tried no more; `off`: no authority is named, and none has answered. */
export const TIMESTAMP_STATES = ["stamped", "waiting", "none", "off"] as const;

/**
 * By which certificate a signature is verified. `authority`: by one that leads to the configured certificates
 * (`TSA_CA_FILE`); `carried`: by the one in the answer, since none are configured.
 */
export const TIMESTAMP_SIGNATURES = ["authority", "carried", "other_authority", "wrong_signature"] as const;
export type TimestampSignature = (typeof TIMESTAMP_SIGNATURES)[number];

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
  signature: z.enum(TIMESTAMP_SIGNATURES).nullable().meta({
    description:
      "authority: verified by the configured certificates (TSA_CA_FILE). carried: none are configured, verified by the certificate in the answer. other_authority: verified, but leads to none that is configured. wrong_signature: not valid.",
  }),
  error: z.string().nullable().meta({ description: "Why the last attempt failed." }),
});
export type HeadTimestamp = z.output<typeof headTimestamp>;

export const headTimestamps = z.object({
  items: z.array(headTimestamp),
  next_cursor: z.string().nullable(),
  configured: z.boolean().meta({ description: "Whether an authority is named (TSA_URL)." }),
});
export type HeadTimestamps = z.output<typeof headTimestamps>;
