import { isRecord } from "#lib/platform/contract/answer.ts";

/** Attributes of a SCIM resource, by their names. */
export type Attributes = Record<string, unknown>;

const ATTRIBUTES = ["userName", "externalId", "displayName", "name", "emails", "active", "roles"] as const;
export type KnownAttribute = (typeof ATTRIBUTES)[number];
const SUB_ATTRIBUTES = ["givenName", "familyName", "formatted", "value", "type", "primary"] as const;

const named = <Name extends string>(names: readonly Name[], given: string): Name | null =>
  names.find((name) => name.toLowerCase() === given.toLowerCase()) ?? null;

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:User:/i;

/** A path or filter without the name of the schema, which may precede each attribute (RFC 7644 §3.10). */
export const withoutSchema = (path: string): string => path.trim().replace(CORE, "");

/** The known attribute of this name, compared without case; null for other names. */
export const knownAttribute = (name: string): KnownAttribute | null => named(ATTRIBUTES, name);
export const knownSubAttribute = (name: string): string | null => named(SUB_ATTRIBUTES, name);

/** A value with its known sub-attributes in their canonical spelling; unknown ones are left out. */
export const withSubNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSubNames);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => {
      const known = knownSubAttribute(name);
      return known ? [[known, of]] : [];
    }),
  );
};

/** The known attributes, in their canonical spelling. */
export const withKnownNames = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const known = knownAttribute(name);
      return known ? [[known, withSubNames(value)]] : [];
    }),
  );

/** Attributes of every answer (RFC 7643 §3.1, RFC 7644 §3.9). */
const ALWAYS = ["schemas", "id"];

/** The part of a resource that `attributes` and `excludedAttributes` select (RFC 7644 §3.9). */
export function selected(resource: Attributes, parameters: URLSearchParams): Attributes {
  const named = (parameter: string) =>
    (parameters.get(parameter) ?? "").split(",").flatMap((name) => withoutSchema(name).toLowerCase() || []);
  const [only, without] = [named("attributes"), named("excludedAttributes")];
  const part = (value: unknown, isPart: (sub: string) => boolean): unknown => {
    if (Array.isArray(value)) return value.map((entry) => part(entry, isPart));
    return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([sub]) => isPart(sub))) : value;
  };
  const entries = Object.entries(resource).flatMap(([given, value]) => {
    const name = given.toLowerCase();
    if (ALWAYS.includes(name)) return [[given, value]];
    const isWhole = only.length === 0 || only.includes(name);
    if (without.includes(name) || !(isWhole || only.some((one) => one.startsWith(`${name}.`)))) return [];
    const path = (sub: string) => `${name}.${sub.toLowerCase()}`;
    return [[given, part(value, (sub) => (isWhole || only.includes(path(sub))) && !without.includes(path(sub)))]];
  });
  return Object.fromEntries(entries);
}
