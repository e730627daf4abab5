import { timestampsQuery } from "#lib/contract/evidence/timestamps.ts";
import { listTimestamps } from "#lib/server/evidence/timestamps.ts";
import { route } from "#lib/server/http/route.ts";

/** The sent heads with their time stamps, newest first. */
export const GET = route({ access: "evidence.read", token: true, query: timestampsQuery }, ({ query }) =>
  listTimestamps(query.cursor),
);
