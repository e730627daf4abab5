import { roleIn } from "#lib/server/access/sessions.ts";
import { route } from "#lib/server/http/route.ts";
import { liveStream } from "#lib/server/live/stream.ts";

export const dynamic = "force-dynamic";

export const GET = route({ access: "verifications.read" }, async ({ request, session }) => {
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
