import { isRecord } from "#lib/contract/answer.ts";

/** Attributes of a SCIM resource, by their names. */
export type Attributes = Record<string, unknown>;

const ATTRIBUTES = ["userName", "externalId", "displayName", "name", "emails", "active", "roles"] as const;
export type KnownAttribute = (typeof ATTRIBUTES)[number];
const SUB_ATTRIBUTES = ["givenName", "familyName", "formatted", "value", "type", "primary"] as const;

const named = <Name extends string>(names: readonly Name[], given: string): Name | null =>
  names.find((name) => name.toLowerCase() === given.toLowerCase()) ?? null;

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
