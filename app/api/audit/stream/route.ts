import { NEXT_CURSOR, streamQuery as query, readStreamCursor } from "#lib/contract/audit/stream.ts";
import { streamAudit } from "#lib/server/audit/stream.ts";
import { invalid } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { coveredFor } from "#lib/server/need-to-know/cover.ts";

/**
 * Entries of the trail after the cursor as NDJSON, oldest first, for log collectors. The header has the cursor of the
 * next request; an answer without lines repeats the cursor.
 */
export const GET = route({ access: "audit.stream", token: true, query }, async ({ query: { cursor: given }, user }) => {
  const cursor = given ? readStreamCursor(given) : null;
  if (given && !cursor) throw invalid("Invalid cursor.");
  const { entries, next } = await streamAudit(cursor);
  const shown = await coveredFor(user.role, entries);
  return new Response(shown.map((entry) => `${JSON.stringify(entry)}\n`).join(""), {
    headers: {
      "content-type": "application/x-ndjson; charset=utf-8",
      "cache-control": "no-store",
      ...(next !== null && { [NEXT_CURSOR]: next }),
    },
  });
});
