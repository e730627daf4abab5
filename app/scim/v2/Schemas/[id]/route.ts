import { scimIdParams } from "#lib/contract/scim/query.ts";
import { route } from "#lib/server/http/route.ts";
import { scimJson } from "#lib/server/http/scim-responses.ts";
import { ofId, schemas } from "#lib/server/scim/resources.ts";

export const GET = route({ access: "scim", params: scimIdParams }, async ({ params }) =>
  scimJson(ofId(schemas(), params.id)),
);
