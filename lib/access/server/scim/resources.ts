import { selected } from "#lib/access/contract/scim/attributes.ts";
import { MAX_RESULTS } from "#lib/access/contract/scim/query.ts";
import { attributesOf, nameOf } from "#lib/access/contract/scim/user.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import type { ScimAccount } from "./accounts.ts";

const CORE = "urn:ietf:params:scim:schemas:core:2.0";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";
const addressOf = (path: string): string => `${env().APP_ORIGIN}/scim/v2/${path}`;

/** The attributes of an account that the parameters of the request select. */
export function userResource(account: ScimAccount, parameters: URLSearchParams) {
  const { name, displayName, externalId, roles, ...attributes } = attributesOf(account);
  const whole = {
    schemas: [`${CORE}:User`],
    id: account.user_id,
    ...attributes,
    ...(externalId !== null && { externalId }),
    displayName: displayName ?? nameOf(account),
    name: {
      formatted: nameOf(account),
      ...(account.givenName !== null && { givenName: account.givenName }),
      ...(account.familyName !== null && { familyName: account.familyName }),
    },
    ...(roles !== null && { roles }),
    meta: {
      resourceType: "User",
      created: account.created_at,
      lastModified: account.changed_at,
      location: userLocation(account),
    },
  };
  return selected(whole, parameters);
}

export const userLocation = ({ user_id }: ScimAccount): string => addressOf(`Users/${user_id}`);

export const listResponse = (Resources: readonly object[], total = Resources.length, startIndex = 1) => ({
  schemas: [`${MESSAGES}:ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: Resources.length,
  Resources,
});

export const serviceProviderConfig = () => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Token of the directory",
      description: "Authorization: Bearer, with a token that an administrator has made under Settings, Sign-in.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: addressOf("ServiceProviderConfig") },
});

export const resourceTypes = () => [
  {
    schemas: [`${CORE}:ResourceType`],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "Accounts of the dashboard that the directory provisions.",
    schema: `${CORE}:User`,
    meta: { resourceType: "ResourceType", location: addressOf("ResourceTypes/User") },
  },
];

const attribute = (name: string, more: object = {}) => ({
  name,
  type: "string",
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

const complex = { type: "complex", caseExact: undefined, uniqueness: undefined };
const flag = { type: "boolean", caseExact: undefined, uniqueness: undefined };

export const schemas = () => [
  {
    schemas: [`${CORE}:Schema`],
    id: `${CORE}:User`,
    name: "User",
    description: "An account of the dashboard.",
    attributes: [
      attribute("userName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true, uniqueness: "server" }),
      attribute("displayName"),
      attribute("name", {
        ...complex,
        subAttributes: [
          attribute("givenName"),
          attribute("familyName"),
          attribute("formatted", { mutability: "readOnly" }),
        ],
      }),
      attribute("emails", {
        ...complex,
        multiValued: true,
        subAttributes: [attribute("value"), attribute("type"), attribute("primary", flag)],
      }),
      attribute("active", flag),
      attribute("roles", {
        ...complex,
        multiValued: true,
        subAttributes: [attribute("value", { caseExact: true }), attribute("primary", flag)],
      }),
    ],
    meta: { resourceType: "Schema", location: addressOf(`Schemas/${CORE}:User`) },
  },
];

/** Finds a resource by its id. Throws NOT_FOUND. */
export function ofId<T extends { id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id === id);
  if (!found) throw notFound("This resource");
  return found;
}
