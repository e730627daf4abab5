import { z } from "zod";
import { isRecord } from "#lib/platform/contract/answer.ts";
import {
  type Attributes,
  type KnownAttribute,
  knownAttribute,
  knownSubAttribute,
  withoutSchema,
  withSubNames,
} from "./attributes.ts";
import { ScimProblem } from "./problem.ts";

const MAX_OPERATIONS = 100;
const MAX_PATH = 300;

/** Body of a PATCH. Entra ID writes `Add`, `Replace` and `Remove`. */
export const scimPatch = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(["add", "replace", "remove"])),
        path: z.string().max(MAX_PATH).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});
export type ScimPatch = z.infer<typeof scimPatch>;
type Operation = ScimPatch["Operations"][number];

/** `emails`, `name.givenName`, `emails[type eq "work"]` and `emails[type eq "work"].value`. */
const PATH = /^([A-Za-z]\w*)(?:\[\s*([A-Za-z]\w*)\s+eq\s+(?:"([^"\\]*)"|(true|false))\s*\])?(?:\.([A-Za-z]\w*))?$/i;

type Entry = Attributes;
type Target = {
  attribute: KnownAttribute;
  filter: { name: string; value: string } | null;
  sub: string | null;
};

/** The attributes after these operations, in their order. Throws ScimProblem. */
export function patched(attributes: Attributes, { Operations }: ScimPatch): Attributes {
  const result = structuredClone(attributes);
  for (const operation of Operations) {
    if (operation.path) apply(result, operation, operation.path);
    else applyWhole(result, operation);
  }
  return result;
}

/** Without a path, the fields of the value are attributes; Entra ID sends whole paths as names of fields. */
function applyWhole(result: Attributes, operation: Operation): void {
  if (operation.op === "remove") throw new ScimProblem("noTarget", "An operation `remove` needs a path.");
  if (!isRecord(operation.value)) throw new ScimProblem("invalidValue", "Without a path the value is an object.");
  for (const [path, value] of Object.entries(operation.value)) apply(result, { ...operation, value }, path);
}

function apply(result: Attributes, operation: Operation, path: string): void {
  const target = targetOf(path);
  if (!target) return;
  const { attribute } = target;
  if (attribute === "emails" || attribute === "roles") applyToList(result, operation, target);
  else if (attribute === "name") applyToName(result, operation, target);
  else if (target.filter || target.sub) throw new ScimProblem("invalidPath", `${attribute} is a single value.`);
  else if (operation.op === "remove") {
    if (attribute === "userName") throw new ScimProblem("mutability", "userName is required.");
    if (attribute === "active") throw new ScimProblem("mutability", "active is replaced, not removed.");
    result[attribute] = null;
  } else result[attribute] = operation.value;
}

/** Null for an attribute that is not stored, such as an attribute of an extension. */
function targetOf(path: string): Target | null {
  const plain = withoutSchema(path);
  if (/^urn:/i.test(plain)) return null;
  const [, name = "", filterName, text, flag, sub] = PATH.exec(plain) ?? [];
  if (/^id$/i.test(name)) throw new ScimProblem("mutability", "id never changes.");
  const attribute = knownAttribute(name);
  if (!attribute) {
    if (name === "" && knownAttribute(/^\w*/.exec(plain)?.[0] ?? "")) {
      throw new ScimProblem("invalidPath", "This path is not understood.");
    }
    return null;
  }
  const value = text ?? flag ?? "";
  return {
    attribute,
    filter: filterName === undefined ? null : { name: knownSubAttribute(filterName) ?? filterName, value },
    sub: sub === undefined ? null : (knownSubAttribute(sub) ?? sub),
  };
}

function applyToName(result: Attributes, { op, value }: Operation, { filter, sub }: Target): void {
  if (filter) throw new ScimProblem("invalidPath", "name is a single value.");
  const before = isRecord(result.name) ? result.name : {};
  if (sub) result.name = { ...before, [sub]: op === "remove" ? null : value };
  else if (op === "remove") result.name = null;
  else if (isRecord(value)) result.name = { ...before, ...(withSubNames(value) as Entry) };
  else throw new ScimProblem("invalidValue", "name is an object.");
}

function applyToList(result: Attributes, { op, value }: Operation, { attribute, filter, sub }: Target): void {
  const before = Array.isArray(result[attribute]) ? (result[attribute] as Entry[]) : [];
  const matches = (entry: Entry) =>
    filter === null || String(entry[filter.name] ?? "").toLowerCase() === filter.value.toLowerCase();
  if (op === "remove") {
    const named = value === undefined || value === null ? null : new Set(entriesOf(value).map((entry) => entry.value));
    const stays = (entry: Entry) => !matches(entry) || (named !== null && !named.has(entry.value));
    result[attribute] = before.filter(stays);
    return;
  }
  if (filter === null && sub === null) {
    const given = entriesOf(value);
    result[attribute] = op === "replace" ? given : mergeEntries(given, before);
    return;
  }
  const change: Entry = sub ? { [sub]: value } : (entriesOf(value)[0] ?? {});
  // Entra ID also replaces values that it has not added before.
  result[attribute] = before.some(matches)
    ? before.map((entry) => (matches(entry) ? { ...entry, ...change } : entry))
    : [...before, { ...(filter && { [filter.name]: filter.value }), ...change }];
}

/** Added entries first; only one entry is the primary one (RFC 7644 §3.5.2.1). */
function mergeEntries(given: Entry[], before: Entry[]): Entry[] {
  const known = new Set(given.map(({ value }) => value));
  const takesOver = given.some(({ primary }) => primary === true || String(primary).toLowerCase() === "true");
  const kept = before.filter(({ value }) => !known.has(value));
  return [...given, ...kept.map((entry) => (takesOver ? { ...entry, primary: false } : entry))];
}

function entriesOf(value: unknown): Entry[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((entry) => {
    if (typeof entry === "string") return { value: entry };
    if (isRecord(entry)) return withSubNames(entry) as Entry;
    throw new ScimProblem("invalidValue", "A list has objects with a value.");
  });
}
