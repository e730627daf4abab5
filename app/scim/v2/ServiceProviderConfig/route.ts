import { route } from "#lib/server/http/route.ts";
import { serviceProviderConfig } from "#lib/server/scim/resources.ts";

export const GET = route({ access: "scim" }, async () => serviceProviderConfig());
