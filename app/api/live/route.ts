import { isOpen } from "#lib/server/access/sessions.ts";
import { unauthorized } from "#lib/server/errors.ts";
import { liveStream } from "#lib/server/live/stream.ts";
import { route } from "#lib/server/route.ts";

export const dynamic = "force-dynamic";

export const GET = route({ access: "verifications.read" }, async ({ request, session }) => {
  if (!session) throw unauthorized();
  const stream = liveStream({
    session: session.idHash,
    signal: request.signal,
    stillAllowed: () => isOpen(session.idHash),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
});
