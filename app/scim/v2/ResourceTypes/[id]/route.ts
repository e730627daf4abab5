import { scimIdParams } from "#lib/contract/scim/query.ts";
import { route } from "#lib/server/http/route.ts";
import { ofId, resourceTypes } from "#lib/server/scim/resources.ts";

export const GET = route({ access: "scim", params: scimIdParams }, async ({ params }) =>
  ofId(resourceTypes(), params.id),
);
