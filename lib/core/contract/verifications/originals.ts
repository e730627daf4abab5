import { curpIn } from "#lib/platform/contract/curp-shape.ts";

/**
 * The address at which a team keeps the originals of items, since the service's interface offers none. An https address
 * with fields in braces, `https://docs.example.mx/{tag}/{item_id}`, which are filled with the data of the item.
 */
export const ORIGINAL_FIELDS = ["tag", "verification_id", "item_id"] as const;
type OriginalField = (typeof ORIGINAL_FIELDS)[number];

/** `GET /api/settings/originals`, the body of `PUT` and its answer; null where none is set. */
export type Originals = { template: string | null };

export const MAX_TEMPLATE = 500;

const FIELD = /\{([^{}]*)\}/g;

const isField = (name: string): name is OriginalField => ORIGINAL_FIELDS.some((field) => field === name);

export const fieldsOfTemplate = (template: string): string[] =>
  [...template.matchAll(FIELD)].map(([, name]) => name ?? "");

/** Whether the text is an https address without credentials, with known fields after its host, `item_id` among them. */
export function isTemplate(template: string): boolean {
  const fields = fieldsOfTemplate(template);
  const filled = template.replaceAll(FIELD, "x");
  if (template.length > MAX_TEMPLATE || !/^https:\/\/[^\s{}/?#\\]+\/[^\s\\]*$/.test(template)) return false;
  if (!fields.every(isField) || !fields.includes("item_id") || /[{}]/.test(filled) || !URL.canParse(filled))
    return false;
  const { protocol, username, password } = new URL(filled);
  return protocol === "https:" && username === "" && password === "";
}

export type OriginalFacts = { verification_id: string; tag: string | null; item_id: number };

/**
 * The address of an item's original, each value encoded; null if a value is missing, would lead to another folder, or
 * holds a CURP, which no address may contain.
 */
export function addressOfOriginal(template: string, facts: OriginalFacts): string | null {
  let complete = true;
  const address = template.replaceAll(FIELD, (_, name: string) => {
    const value = isField(name) ? String(facts[name] ?? "") : "";
    complete &&= value !== "" && !/^\.{1,2}$/.test(value) && curpIn(value) === null;
    return encodeURIComponent(value);
  });
  return complete ? address : null;
}
