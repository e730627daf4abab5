import { timestampParams } from "#lib/contract/evidence/timestamps.ts";
import { readTimestampOf } from "#lib/server/evidence/timestamps.ts";
import { route } from "#lib/server/http/route.ts";

/** The authority's time stamp response for a sent head, unchanged (RFC 3161). */
export const GET = route({ access: "evidence.read", token: true, params: timestampParams }, async ({ params }) => {
  const { response, size } = await readTimestampOf(params.timestamp_id);
  return new Response(new Uint8Array(response), {
    headers: {
      "content-type": "application/timestamp-reply",
      "content-disposition": `attachment; filename="head-${size}.tsr"`,
      "cache-control": "no-store",
    },
  });
});
