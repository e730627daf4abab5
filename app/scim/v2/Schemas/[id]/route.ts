import { scimIdParams } from "#lib/contract/scim/query.ts";
import { route } from "#lib/server/http/route.ts";
import { ofId, schemas } from "#lib/server/scim/resources.ts";

export const GET = route({ access: "scim", params: scimIdParams }, async ({ params }) => ofId(schemas(), params.id));
