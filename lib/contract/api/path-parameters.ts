import { z } from "zod";
import { draftKind } from "#lib/contract/drafts/draft-input.ts";
import { numberOfEntries } from "#lib/contract/evidence/proofs.ts";
import { identifier, numberInPath, numericIdInPath } from "#lib/contract/fields.ts";
import { isMonth } from "#lib/contract/insights/report.ts";

/** The parameters of paths: a name means the same in every address. */
export const pathParameters = z.object({
  api_key_id: identifier,
  certificate_id: z.uuid(),
  channel_id: z.string().regex(/^ch_[0-9a-f]{24}$/),
  consent_id: z.uuid(),
  decision_id: z.string().max(40),
  delivery_id: numberInPath,
  entry_id: numberInPath,
  fault_id: z.uuid(),
  hold_id: z.uuid(),
  /** The id of a resource type or a schema, for a directory (RFC 7644, section 4). */
  id: z.string().max(200),
  item_id: numericIdInPath,
  kind: draftKind,
  month: z.string().refine(isMonth),
  note_id: numberInPath,
  outage_id: numberInPath,
  passkey_id: z.uuid(),
  people_id: numericIdInPath,
  replacement_id: z.uuid(),
  request_id: z.uuid(),
  reveal_id: z.uuid(),
  rotation_id: z.uuid(),
  sample_id: z.uuid(),
  sending_id: numberInPath,
  session_id: z.string().regex(/^[0-9a-f]{64}$/),
  timestamp_id: numberOfEntries,
  token_id: z.uuid(),
  user_id: z.uuid(),
  verification_id: identifier,
  view_id: z.uuid(),
  webhook_id: identifier,
});
