import { roleIn } from "#lib/access/server/sessions.ts";
import { presenceInput } from "#lib/core/contract/verifications/presence-input.ts";
import { notifyPresence } from "#lib/core/server/live/notify.ts";
import { liveStream } from "#lib/core/server/live/stream.ts";
import { route } from "#lib/edge/server/http/route.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { forbidden, notFound } from "#lib/platform/server/base/errors.ts";

export const getLive = route("GET /api/live", { access: "verifications.read" }, async ({ request, session }) => {
  const stream = liveStream({
    session: session.idHash,
    signal: request.signal,
    user_id: session.user.id,
    role: session.user.role,
    roleNow: () => roleIn(session.idHash),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
});

/** Announces that the caller has the file open. Pages call this on a timer, so the call extends no session; nothing is stored. */
export const putPresence = route(
  "PUT /api/verifications/{verification_id}/presence",
  { access: "verifications.read", audit: null, perMinute: 600, body: presenceInput, idle: true },
  async ({ params, body, session }) => {
    const { id: user_id, name, role } = session.user;
    if (body.state === "deciding" && !may(role, "reviews.decide")) throw forbidden();
    const known = await notifyPresence({ ...params, ...body, user_id, name });
    // `left` is accepted for an erased verification too: its pages are being closed.
    if (!known && body.state !== "left") throw notFound("This verification");
  },
);
