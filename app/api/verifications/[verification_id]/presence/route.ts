import { may } from "#lib/contract/access/permissions.ts";
import { verificationParams } from "#lib/contract/fields.ts";
import { presenceInput } from "#lib/contract/verifications/presence-input.ts";
import { forbidden, notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { notifyPresence } from "#lib/server/live/notify.ts";

/** Announces that the caller has the file open. Pages call this on a timer, so the call extends no session; nothing is stored. */
export const PUT = route(
  {
    access: "verifications.read",
    audit: null,
    limit: { calls: 600, seconds: 60 },
    params: verificationParams,
    body: presenceInput,
    idle: true,
  },
  async ({ params, body, session }) => {
    const { id: user_id, name, role } = session.user;
    if (body.state === "deciding" && !may(role, "reviews.decide")) throw forbidden();
    const known = await notifyPresence({ ...params, ...body, user_id, name });
    // `left` is accepted for an erased verification too: its pages are being closed.
    if (!known && body.state !== "left") throw notFound("This verification");
  },
);
