import { z } from "zod";
import { may } from "#lib/contract/access/permissions.ts";
import { identifier } from "#lib/contract/fields.ts";
import { presenceInput } from "#lib/contract/verifications/presence-input.ts";
import { forbidden, notFound, unauthorized } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { notifyPresence } from "#lib/server/live/notify.ts";

/** Announces that the caller has the file open. Pages call this on a timer, so the call extends no session; nothing is stored. */
export const PUT = route(
  {
    access: "verifications.read",
    audit: null,
    limit: { calls: 600, seconds: 60 },
    params: z.object({ verification_id: identifier }),
    body: presenceInput,
    idle: true,
  },
  async ({ params, body, session }) => {
    if (!session) throw unauthorized();
    const { id: user_id, name, role } = session.user;
    if (body.state === "deciding" && !may(role, "reviews.decide")) throw forbidden();
    const known = await notifyPresence({ ...params, ...body, user_id, name });
    // A page leaves what was erased under it.
    if (!known && body.state !== "left") throw notFound("This verification");
    return new Response(null, { status: 204 });
  },
);
