import { isRecord } from "#lib/contract/answer.ts";

/** Attributes of a SCIM resource, by their names. */
export type Attributes = Record<string, unknown>;

const KNOWN = ["userName", "externalId", "displayName", "name", "emails", "active", "roles"] as const;
export type KnownAttribute = (typeof KNOWN)[number];
const SUB = ["givenName", "familyName", "formatted", "value", "type", "primary"] as const;

const named = <Name extends string>(names: readonly Name[], given: string): Name | null =>
  names.find((name) => name.toLowerCase() === given.toLowerCase()) ?? null;

/** The attribute of this name, which is compared without case; null where it is none of ours. */
export const knownAttribute = (name: string): KnownAttribute | null => named(KNOWN, name);
export const knownSubAttribute = (name: string): string | null => named(SUB, name);

/** A value whose parts have their own spelling; unknown parts are left out. */
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

/** The known attributes, under their own spelling. */
export const withKnownNames = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const known = knownAttribute(name);
      return known ? [[known, withSubNames(value)]] : [];
    }),
  );
