import { scimPatch } from "#lib/access/contract/scim/patch.ts";
import { scimQuery } from "#lib/access/contract/scim/query.ts";
import { newScimToken } from "#lib/access/contract/scim/token.ts";
import { scimUser } from "#lib/access/contract/scim/user.ts";
import { listAccounts, readAccount } from "#lib/access/server/scim/accounts.ts";
import { createAccount, disableAccount, patchAccount, replaceAccount } from "#lib/access/server/scim/change.ts";
import {
  listResponse,
  ofId,
  resourceTypes,
  schemas,
  serviceProviderConfig,
  userLocation,
  userResource,
} from "#lib/access/server/scim/resources.ts";
import { scimJson } from "#lib/access/server/scim/responses.ts";
import { createScimToken, listScimTokens, revokeToken } from "#lib/access/server/tokens/tokens.ts";
import { json, route } from "#lib/edge/server/http/route.ts";

export const getScimTokens = route("GET /api/scim/tokens", { access: "users.manage" }, () => listScimTokens());

/** Answers the token, once. */
export const postScimTokens = route(
  "POST /api/scim/tokens",
  { access: "users.manage", stepUp: true, audit: "scim_token.created", body: newScimToken },
  async ({ body, session, audit }) => {
    audit.add({ after: body });
    const created = await createScimToken(body.name, { user: session.user, session_hash: session.idHash });
    audit.add({ ids: { token_id: created.token_id } });
    return json(created, 201);
  },
);

/** Revokes the token: the directory's next call is refused. */
export const deleteScimToken = route(
  "DELETE /api/scim/tokens/{token_id}",
  { access: "users.manage", stepUp: true, audit: "scim_token.revoked" },
  async ({ params, audit }) => {
    audit.add({ before: await revokeToken({ ...params, is_scim: true }) });
  },
);

export const getScimResourceTypes = route("GET /scim/v2/ResourceTypes", { access: "scim" }, async () =>
  listResponse(resourceTypes()),
);

export const getScimResourceType = route("GET /scim/v2/ResourceTypes/{id}", { access: "scim" }, async ({ params }) =>
  ofId(resourceTypes(), params.id),
);

export const getScimSchemas = route("GET /scim/v2/Schemas", { access: "scim" }, async () => listResponse(schemas()));

export const getScimSchema = route("GET /scim/v2/Schemas/{id}", { access: "scim" }, async ({ params }) =>
  ofId(schemas(), params.id),
);

export const getScimServiceProviderConfig = route("GET /scim/v2/ServiceProviderConfig", { access: "scim" }, async () =>
  serviceProviderConfig(),
);

export const getScimUsers = route("GET /scim/v2/Users", { access: "scim" }, async ({ parameters }) => {
  const query = scimQuery(parameters);
  const { total, accounts } = await listAccounts(query);
  const resources = accounts.map((account) => userResource(account, parameters));
  return listResponse(resources, total, query.startIndex);
});

/** Writes its own entries, in the transaction of the change. */
export const postScimUsers = route(
  "POST /scim/v2/Users",
  { access: "scim", audit: null, media: "scim", body: scimUser },
  async ({ body, actor, parameters }) => {
    const account = await createAccount(body, { actor });
    return scimJson(userResource(account, parameters), 201, { location: userLocation(account) });
  },
);

// Changes write their own entries, in the transaction of the change.

export const getScimUser = route("GET /scim/v2/Users/{user_id}", { access: "scim" }, async ({ params, parameters }) =>
  userResource(await readAccount(params.user_id), parameters),
);

export const putScimUser = route(
  "PUT /scim/v2/Users/{user_id}",
  { access: "scim", audit: null, media: "scim", body: scimUser },
  async ({ params, parameters, body, actor }) =>
    userResource(await replaceAccount(params.user_id, body, { actor }), parameters),
);

export const patchScimUser = route(
  "PATCH /scim/v2/Users/{user_id}",
  { access: "scim", audit: null, media: "scim", body: scimPatch },
  async ({ params, parameters, body, actor }) =>
    userResource(await patchAccount(params.user_id, body, { actor }), parameters),
);

export const deleteScimUser = route(
  "DELETE /scim/v2/Users/{user_id}",
  { access: "scim", audit: null },
  ({ params, actor }) => disableAccount(params.user_id, { actor }),
);
