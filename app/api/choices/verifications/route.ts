import { route } from "#lib/server/http/route.ts";
import { listOptions } from "#lib/server/verifications/list/counts.ts";

export const GET = route({ access: "verifications.read" }, () => listOptions());
