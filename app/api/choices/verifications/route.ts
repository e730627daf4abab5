import { database } from "#lib/server/db/database.ts";
import { route } from "#lib/server/http/route.ts";
import { ruleFor } from "#lib/server/need-to-know/policy.ts";
import { listOptions } from "#lib/server/verifications/list/counts.ts";

export const GET = route({ access: "verifications.read" }, async ({ session }) =>
  listOptions(database(), await ruleFor(session.user.role)),
);
