import { route } from "#lib/server/http/route.ts";
import { listResponse, resourceTypes } from "#lib/server/scim/resources.ts";

export const GET = route({ access: "scim" }, async () => listResponse(resourceTypes()));
