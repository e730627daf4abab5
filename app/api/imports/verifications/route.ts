import { z } from "zod";
import { holdsPartOfCurp } from "#lib/contract/curp-shape.ts";
import { identifier } from "#lib/contract/fields.ts";
import { type ImportedId, MAX_IMPORTED } from "#lib/contract/verifications/verification.ts";
import { outcomesResponse } from "#lib/server/http/responses.ts";
import { route } from "#lib/server/http/route.ts";
import { addVerifications, knownTags, knownVerifications } from "#lib/server/refresh/import.ts";

/** An id from a user goes into a request to the service and into addresses. */
const id = identifier.refine((text) => !holdsPartOfCurp(text), "shaped like a CURP or a part of one");

const input = z.strictObject({ ids: z.array(id).min(1).max(MAX_IMPORTED) });

/**
 * Adds verifications by their ids, since the service lists none from before our webhook existed (design §5). Answers a
 * line for each id in the order of completion. Known ids and tags of known files are not read.
 */
export const POST = route(
  {
    access: "verifications.import",
    audit: "verifications.imported",
    limit: { calls: 60, seconds: 60 },
    body: input,
    maxBodyBytes: 512 * 1024,
  },
  async ({ request, body, audit, actor }) => {
    const ids = [...new Set(body.ids)];
    const known = await knownVerifications(ids);
    const unknown = ids.filter((id) => !known.has(id));
    const tags = await knownTags(unknown);
    const counts = { added: 0, known: 0, tag: 0, not_found: 0, failed: 0 };
    const facts = { asked: ids.length };
    return outcomesResponse<ImportedId>({ caller: request.signal, audit, counts, facts }, (send, signal) => {
      for (const verification_id of known) send({ verification_id, outcome: "known" });
      for (const verification_id of tags) send({ verification_id, outcome: "tag" });
      const asked = unknown.filter((id) => !tags.has(id));
      return addVerifications(asked, send, { signal, actor });
    });
  },
);
