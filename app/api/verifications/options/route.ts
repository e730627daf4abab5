import { listOptions } from "#lib/server/queries/verifications/options.ts";
import { route } from "#lib/server/route.ts";

export const GET = route({ access: "verifications.read" }, () => listOptions());
