import { timestampsQuery } from "#lib/contract/evidence/timestamps.ts";
import { listTimestamps } from "#lib/server/evidence/timestamps.ts";
import { route } from "#lib/server/http/route.ts";

/** The heads that left with their time stamps, the newest first. */
export const GET = route({ access: "evidence.read", token: true, query: timestampsQuery }, ({ query }) =>
  listTimestamps(query.cursor),
);
