import { scimQuery } from "#lib/contract/scim/query.ts";
import { scimUser } from "#lib/contract/scim/user.ts";
import { route } from "#lib/server/http/route.ts";
import { scimJson } from "#lib/server/http/scim-responses.ts";
import { listAccounts } from "#lib/server/scim/accounts.ts";
import { createAccount } from "#lib/server/scim/change.ts";
import { listResponse, userLocation, userResource } from "#lib/server/scim/resources.ts";

export const GET = route({ access: "scim" }, async ({ parameters }) => {
  const query = scimQuery(parameters);
  const { total, accounts } = await listAccounts(query);
  const resources = accounts.map((account) => userResource(account, parameters));
  return listResponse(resources, total, query.startIndex);
});

/** Writes its own entries, in the transaction of the change. */
export const POST = route(
  { access: "scim", audit: null, media: "scim", body: scimUser },
  async ({ body, actor, parameters }) => {
    const account = await createAccount(body, { actor });
    return scimJson(userResource(account, parameters), 201, { location: userLocation(account) });
  },
);
