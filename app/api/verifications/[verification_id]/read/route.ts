import { z } from "zod";
import { verificationParams } from "#lib/contract/fields.ts";
import { recordFileOpened } from "#lib/server/audit/openings.ts";
import { writeAudit } from "#lib/server/audit/write.ts";
import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";
import { knownVerifications } from "#lib/server/refresh/import.ts";
import { readForPerson } from "#lib/server/refresh/read-for-person.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";

const readInput = z.strictObject({ by_hand: z.boolean() });

/**
 * Reads the service for an opened verification (design §5). The data arrives as a snapshot, like every fact; the answer
 * is the outcome of the read, including failures of the service. Pages call it when they become visible, since a
 * prefetched page opens no file. A refresh by the user is recorded too.
 */
export const POST = route(
  {
    access: "verifications.read",
    audit: null,
    limit: { calls: 600, seconds: 60 },
    params: verificationParams,
    body: readInput.optional(),
  },
  async ({ params, body, session, actor }) => {
    if ((await knownVerifications([params.verification_id])).size > 0) await recordFileOpened(params, actor);
    if (body?.by_hand) {
      const entry = { action: "verification.read", ids: params, actor } as const;
      await writeAudit(database().pool, entry);
    }
    const result = await readForPerson({ ...params, userId: session.user.id });
    if (result.outcome !== "failed") return result;
    const status = result.error instanceof ServiceError ? result.error.serviceStatus : null;
    return { outcome: "failed", error: { code: result.error.code, status } };
  },
);
