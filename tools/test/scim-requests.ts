/**
 * Requests as two directories document them, with invented people. Sources, read on 2026-11-26:
 * Entra ID: https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups and
 * https://learn.microsoft.com/en-us/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
 * (`True` and `False` as texts without its flag `aadOptscim062020`).
 * Okta: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
 */
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

type Person = { id: string; login: string; mail: string; given: string; family: string };

const operations = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

export const entra = {
  /** Test Connection: a user that does not exist. */
  probe: '?filter=userName+eq+"9f5c1c0e-0000-4000-8000-0123456789ab"',
  lookUp: ({ login }: Person) => `?filter=userName+eq+"${login}"`,
  create: ({ id, login, mail, given, family }: Person, more: object = {}) => ({
    schemas: [USER, ENTERPRISE],
    externalId: id,
    userName: login,
    active: true,
    emails: [{ primary: true, type: "work", value: mail }],
    meta: { resourceType: "User" },
    name: { formatted: `${given} ${family}`, familyName: family, givenName: given },
    roles: [],
    title: "Oficial de cumplimiento",
    [ENTERPRISE]: { department: "Cumplimiento" },
    ...more,
  }),
  /** Several attributes, by paths. */
  update: (mail: string, family: string) =>
    operations(
      { op: "Replace", path: 'emails[type eq "work"].value', value: mail },
      { op: "Replace", path: "name.familyName", value: family },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Legal" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "55 0000 0000" },
    ),
  disable: operations({ op: "Replace", path: "active", value: "False" }),
  enable: operations({ op: "Replace", path: "active", value: "True" }),
  /** With Entra's flag for compliance. */
  disableByFlag: operations({ op: "replace", path: "active", value: false }),
  /** A single role of the application (`SingleAppRoleAssignment`). */
  role: (value: string) => operations({ op: "Add", path: 'roles[primary eq "True"].value', value }),
};

export const okta = {
  /** Sent after the connection is saved. */
  probe: "?startIndex=1&count=2",
  lookUp: ({ login }: Person) => `?filter=userName%20eq%20%22${encodeURIComponent(login)}%22&startIndex=1&count=100`,
  create: ({ id, login, mail, given, family }: Person) => ({
    schemas: [USER],
    userName: login,
    name: { givenName: given, familyName: family },
    emails: [{ primary: true, value: mail, type: "work" }],
    displayName: `${given} ${family}`,
    locale: "es-MX",
    externalId: id,
    groups: [],
    password: "1mz050nq",
    active: true,
  }),
  /** Reads, then sends the whole object. */
  update: (read: Record<string, unknown>, family: string) => ({
    ...read,
    name: { ...(read.name as object), familyName: family },
    displayName: `Rosa ${family}`,
  }),
  /** Without a path. */
  disable: operations({ op: "replace", value: { active: false } }),
  enable: operations({ op: "replace", value: { active: true } }),
};

let last = 0;

/** A person of the directory, with an id and addresses of their own. */
export function someone(): Person {
  last += 1;
  const login = `rosa.diaz.${last}@maderas.example`;
  return { id: `dir-${last}`, login, mail: login.replace("@", "@correo."), given: "Rosa", family: "Díaz" };
}
