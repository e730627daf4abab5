import { sessionCookie } from "#lib/server/access/cookie.ts";
import { findSession } from "#lib/server/access/sessions.ts";
import { liveStream } from "#lib/server/live/stream.ts";
import { route } from "#lib/server/route.ts";

export const dynamic = "force-dynamic";

export const GET = route({ access: "verifications.read" }, async ({ request }) => {
  const { id = "" } = await sessionCookie();
  const stream = liveStream({
    signal: request.signal,
    stillAllowed: async () => (await findSession(id)) !== null,
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
});
