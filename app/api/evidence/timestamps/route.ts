import { z } from "zod";
import { listTimestamps } from "#lib/server/evidence/timestamps.ts";
import { PAGE } from "#lib/server/http/page-parameters.ts";
import { route } from "#lib/server/http/route.ts";

/** The sent heads with their time stamps, newest first. */
export const GET = route({ access: "evidence.read", token: true, query: z.strictObject(PAGE) }, ({ query }) =>
  listTimestamps(query),
);
