import { userParams } from "#lib/contract/fields.ts";
import { scimPatch } from "#lib/contract/scim/patch.ts";
import { scimUser } from "#lib/contract/scim/user.ts";
import { route } from "#lib/server/http/route.ts";
import { readAccount } from "#lib/server/scim/accounts.ts";
import { disableAccount, patchAccount, replaceAccount } from "#lib/server/scim/change.ts";
import { userResource } from "#lib/server/scim/resources.ts";

// Changes write their own entries, in the transaction of the change.

export const GET = route({ access: "scim", params: userParams }, async ({ params, parameters }) =>
  userResource(await readAccount(params.user_id), parameters),
);

export const PUT = route(
  { access: "scim", audit: null, media: "scim", params: userParams, body: scimUser },
  async ({ params, parameters, body, actor }) =>
    userResource(await replaceAccount(params.user_id, body, { actor }), parameters),
);

export const PATCH = route(
  { access: "scim", audit: null, media: "scim", params: userParams, body: scimPatch },
  async ({ params, parameters, body, actor }) =>
    userResource(await patchAccount(params.user_id, body, { actor }), parameters),
);

export const DELETE = route({ access: "scim", audit: null, params: userParams }, ({ params, actor }) =>
  disableAccount(params.user_id, { actor }),
);
