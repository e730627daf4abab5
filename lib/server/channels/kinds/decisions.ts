import { z } from "zod";
import { DECISION_EVENTS } from "#lib/contract/channels/channel-events.ts";
import { type MessageKind, messageKind } from "#lib/contract/channels/message-kind.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { DecisionEventKind, DecisionEventPayload } from "#lib/contract/review/decision-events.ts";
import { RESOLUTIONS, type Resolution } from "#lib/contract/verifications/review.ts";

const payload = z.strictObject({
  verification_id: z.string(),
  verification_tag: z.string().nullable(),
  decision_id: z.string(),
  resolution: z.enum(RESOLUTIONS),
  reason_code: z.string().nullable(),
  decided_at: z.string(),
  review_version: z.string(),
  basis_digest: z.string(),
  policy_version: z.int(),
  sequence: z.int(),
}) satisfies z.ZodType<DecisionEventPayload>;

const example: DecisionEventPayload = {
  verification_id: "ver_0123456789abcdef",
  verification_tag: "C-2041",
  decision_id: "dec_57_1795194000123456",
  resolution: "rejected",
  reason_code: "documents_not_valid",
  decided_at: "2026-11-20T17:00:00.123456Z",
  review_version: `3.${"0".repeat(32)}`,
  basis_digest: "0".repeat(64),
  policy_version: 2,
  sequence: 1_795_194_000_123_456,
};

type Words = {
  titles: Record<DecisionEventKind, string>;
  resolutions: Record<Resolution, string>;
  file: string;
  decision: string;
};

const WORDS: Record<Locale, Words> = {
  en: {
    titles: {
      "review.decided": "A file was decided",
      "review.approved": "A decision was approved",
      "review.undone": "A decision was undone",
      "review.overtaken": "A file changed after its decision",
      "review.reopened": "A decided file was reopened",
    },
    resolutions: { accepted: "Accepted", rejected: "Rejected", closed: "Closed without decision" },
    file: "File",
    decision: "Decision",
  },
  "es-MX": {
    titles: {
      "review.decided": "Se dictaminó un expediente",
      "review.approved": "Se autorizó un dictamen",
      "review.undone": "Se deshizo un dictamen",
      "review.overtaken": "Un expediente cambió después del dictamen",
      "review.reopened": "Se reabrió un expediente dictaminado",
    },
    resolutions: { accepted: "Aceptado", rejected: "Rechazado", closed: "Cerrado sin dictamen" },
    file: "Expediente",
    decision: "Dictamen",
  },
};

const kindOf = (kind: DecisionEventKind): MessageKind =>
  messageKind({
    payload,
    example,
    message: ({ verification_id, verification_tag, resolution }, locale) => {
      const { titles, resolutions, file, decision } = WORDS[locale];
      return {
        title: titles[kind],
        lines: [`${file}: ${verification_tag ?? verification_id}`, `${decision}: ${resolutions[resolution]}`],
        path: `/verifications/${encodeURIComponent(verification_id)}`,
      };
    },
  });

/** The decision events (docs/decision-events.md). */
export const decisionKinds = Object.fromEntries(DECISION_EVENTS.map((kind) => [kind, kindOf(kind)]));
