import { z } from "zod";
import { VERIFICATION_EVENT_KINDS } from "#lib/core/contract/verifications/activity.ts";
import { readInput } from "#lib/core/contract/verifications/verification-input.ts";
import { openingsOfFile } from "#lib/core/server/need-to-know/opened-by.ts";
import { isRequestedByPage, recordFileOpened, recordOriginalOpened } from "#lib/core/server/need-to-know/openings.ts";
import { knownVerifications } from "#lib/core/server/refresh/import.ts";
import { readForPerson } from "#lib/core/server/refresh/open.ts";
import { ServiceError } from "#lib/core/server/service/service-error.ts";
import { listVerificationEvents } from "#lib/core/server/verifications/events.ts";
import { originalOf } from "#lib/core/server/verifications/originals.ts";
import { erasureInput } from "#lib/desk/contract/review/review-input.ts";
import { seenInput } from "#lib/desk/contract/review/seen.ts";
import { openVerification } from "#lib/desk/server/review/open.ts";
import { markSeen, readSeen } from "#lib/desk/server/review/seen.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { PAGE } from "#lib/platform/server/http/page-parameters.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";

export const getVerification = route(
  "GET /api/verifications/{verification_id}",
  { access: "verifications.read", token: true },
  async ({ params, user, request, actor }) => {
    const detail = await openVerification({ ...params, userId: user.id });
    if (!detail) throw notFound("This verification");
    if (!isRequestedByPage(request.headers)) await recordFileOpened(params, actor);
    return detail;
  },
);

/** Erases the local data of a verification. The audit entry is written in the same transaction. */
export const deleteVerification = route(
  "DELETE /api/verifications/{verification_id}",
  { access: "verifications.erase", stepUp: true, audit: null, body: erasureInput.optional() },
  ({ actor, params, body }) => eraseVerification({ ...params, ...body }, actor),
);

/** An unknown kind would answer an empty feed or the feed of another kind. */
const query = z.strictObject({
  kind: z.enum(VERIFICATION_EVENT_KINDS).nullable().default(null),
  ...PAGE,
});

/** For every reader; the payloads are for users who may read deliveries. */
export const getFileEvents = route(
  "GET /api/verifications/{verification_id}/events",
  { access: "verifications.read", query },
  ({ params, query, session }) =>
    listVerificationEvents({ ...params, ...query, payloads: may(session.user.role, "deliveries.manage") }),
);

/** Redirects to the team's original of an item. The opening is recorded before the address is sent. */
export const getItemOriginal = route(
  "GET /api/verifications/{verification_id}/items/{item_id}/original",
  { access: "documents.open" },
  async ({ request, params, actor }) => {
    const location = await originalOf(params);
    if (location === null) throw notFound("The original");
    // Next calls this handler for HEAD too.
    if (request.method === "HEAD") return new Response(null);
    await recordOriginalOpened(params, actor);
    return new Response(null, {
      status: 303,
      headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    });
  },
);

/** The last openings of a file, for every user who may open it. */
export const getFileOpenings = route(
  "GET /api/verifications/{verification_id}/openings",
  { access: "verifications.read" },
  ({ params }) => openingsOfFile(params),
);

/**
 * Reads the service for an opened verification (design §5). The data arrives as a snapshot, like every fact; the answer
 * is the outcome of the read, including failures of the service. Pages call it when they become visible, since a
 * prefetched page opens no file. A refresh by the user is recorded too.
 */
export const postFileRead = route(
  "POST /api/verifications/{verification_id}/read",
  { access: "verifications.read", audit: null, perMinute: 600, body: readInput.optional() },
  async ({ params, body, session, actor }) => {
    if ((await knownVerifications([params.verification_id])).size > 0) await recordFileOpened(params, actor);
    if (body?.by_hand) {
      const entry = { action: "verification.read", ids: params, actor } as const;
      await writeAudit(database().pool, entry);
    }
    const result = await readForPerson({ ...params, userId: session.user.id });
    if (result.outcome !== "failed") return result;
    const status = result.error instanceof ServiceError ? result.error.serviceStatus : null;
    return { outcome: "failed" as const, error: { code: result.error.code, status } };
  },
);

/** The marks of the caller's last visit; null without one. */
export const getSeen = route(
  "GET /api/verifications/{verification_id}/seen",
  { access: "verifications.read", idle: true },
  async ({ params, session }) => ({ previous: await readSeen(params.verification_id, session.user.id) }),
);

/** Stores the caller's marks of a verification and answers the previous ones. Sent by pages without user action. */
export const putSeen = route(
  "PUT /api/verifications/{verification_id}/seen",
  { access: "verifications.read", audit: null, perMinute: 600, body: seenInput, idle: true },
  async ({ params, body, session }) => {
    const looked = await markSeen({ ...params, user_id: session.user.id, ...body });
    if (!looked) throw notFound("This verification");
    return looked;
  },
);
