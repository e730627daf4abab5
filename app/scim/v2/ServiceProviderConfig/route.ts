import { route } from "#lib/server/http/route.ts";
import { scimJson } from "#lib/server/http/scim-responses.ts";
import { serviceProviderConfig } from "#lib/server/scim/resources.ts";

export const GET = route({ access: "scim" }, async () => scimJson(serviceProviderConfig()));
