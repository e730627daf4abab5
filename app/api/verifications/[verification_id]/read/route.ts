import { z } from "zod";
import { identifier } from "#lib/contract/text.ts";
import { readForPerson } from "#lib/server/refresh/open.ts";
import { route } from "#lib/server/route.ts";
import { ServiceError } from "#lib/server/service/service-error.ts";

/**
 * Opening a verification reads the service at that moment (design §5). What it says arrives as a snapshot, like every
 * fact; the answer only tells how the reading went, and a failure of the service is an answer too, not ours.
 */
export const POST = route(
  { access: "verifications.read", audit: null, params: z.object({ verification_id: identifier }) },
  async ({ params }) => {
    const result = await readForPerson(params.verification_id);
    if (result.outcome !== "failed") return result;
    const status = result.error instanceof ServiceError ? result.error.serviceStatus : null;
    return { outcome: "failed", error: { code: result.error.code, status } };
  },
);
