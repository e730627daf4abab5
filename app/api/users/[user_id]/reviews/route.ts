import { z } from "zod";
import { route } from "#lib/server/http/route.ts";
import { readHeld } from "#lib/server/review/held.ts";

/** What an account has under review, for handing it over before the account decides no more. */
export const GET = route({ access: "users.manage", params: z.object({ user_id: z.uuid() }) }, ({ params }) =>
  readHeld(params.user_id),
);
