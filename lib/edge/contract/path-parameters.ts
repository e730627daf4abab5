import { z } from "zod";
import { draftKind } from "#lib/desk/contract/drafts/draft-input.ts";
import { isMonth } from "#lib/insights/contract/report.ts";
import { ID_KINDS, type IdName } from "#lib/modules.ts";
import { identifier, numberInPath, numericIdInPath } from "#lib/platform/contract/fields.ts";
import { numberOfEntries } from "#lib/records/contract/evidence/proofs.ts";

/** Several ids are in no path. */
const SCHEMAS = {
  ...{ identifier, number: numberInPath, numericId: numericIdInPath, uuid: z.uuid() },
  ...{ identifiers: z.never(), numericIds: z.never() },
};

const ofModules = Object.fromEntries(Object.entries(ID_KINDS).map(([name, kind]) => [name, SCHEMAS[kind]])) as {
  [Name in IdName]: (typeof SCHEMAS)[(typeof ID_KINDS)[Name]];
};

/** The parameters of paths: a name means the same in every address. */
export const pathParameters = z.object({
  ...ofModules,
  certificate_id: z.uuid(),
  channel_id: z.string().regex(/^ch_[0-9a-f]{24}$/),
  decision_id: z.string().max(40),
  entry_id: numberInPath,
  /** The id of a resource type or a schema, for a directory (RFC 7644, section 4). */
  id: z.string().max(200),
  kind: draftKind,
  month: z.string().refine(isMonth),
  people_id: numericIdInPath,
  session_id: z.string().regex(/^[0-9a-f]{64}$/),
  timestamp_id: numberOfEntries,
});
