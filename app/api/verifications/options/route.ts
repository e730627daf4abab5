import { listOptions } from "#lib/server/queries/verifications/list/options.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ access: "verifications.read" }, () => listOptions());
