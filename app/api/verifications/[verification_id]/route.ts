import { verificationParams } from "#lib/contract/fields.ts";
import { erasureInput } from "#lib/contract/review/review-input.ts";
import { isRequestedByPage, recordFileOpened } from "#lib/server/audit/openings.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { eraseVerification } from "#lib/server/privacy/erase.ts";
import { openVerification } from "#lib/server/verification-page/open.ts";

export const GET = route(
  { access: "verifications.read", token: true, params: verificationParams },
  async ({ params, user, request, actor }) => {
    const detail = await openVerification({ ...params, userId: user.id });
    if (!detail) throw notFound("This verification");
    if (!isRequestedByPage(request.headers)) await recordFileOpened(params, actor);
    return detail;
  },
);

/** Erases the local data of a verification. The audit entry is written in the same transaction. */
export const DELETE = route(
  {
    access: "verifications.erase",
    stepUp: true,
    audit: null,
    params: verificationParams,
    body: erasureInput.optional(),
  },
  ({ actor, params, body }) => eraseVerification({ ...params, ...body }, actor),
);
