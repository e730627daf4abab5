import type { scimPatch } from "#lib/access/contract/scim/patch.ts";
import type { ListedScimToken, newScimToken } from "#lib/access/contract/scim/token.ts";
import type { scimUser } from "#lib/access/contract/scim/user.ts";
import type { CreatedToken } from "#lib/access/contract/tokens/token.ts";
import { answers } from "#lib/platform/contract/endpoint.ts";

export const SCIM_API = {
  "GET /api/scim/tokens": answers<{ items: ListedScimToken[] }>(),
  "POST /api/scim/tokens": answers<CreatedToken, typeof newScimToken>(),
  "DELETE /api/scim/tokens/{token_id}": answers<void>(),
  "GET /scim/v2/ResourceTypes": answers<object>(),
  "GET /scim/v2/ResourceTypes/{id}": answers<object>(),
  "GET /scim/v2/Schemas": answers<object>(),
  "GET /scim/v2/Schemas/{id}": answers<object>(),
  "GET /scim/v2/ServiceProviderConfig": answers<object>(),
  "GET /scim/v2/Users": answers<object>(),
  "POST /scim/v2/Users": answers<object, typeof scimUser>(),
  "GET /scim/v2/Users/{user_id}": answers<object>(),
  "PUT /scim/v2/Users/{user_id}": answers<object, typeof scimUser>(),
  "PATCH /scim/v2/Users/{user_id}": answers<object, typeof scimPatch>(),
  "DELETE /scim/v2/Users/{user_id}": answers<void>(),
};
