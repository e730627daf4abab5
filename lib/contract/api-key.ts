import { entriesOf, firstText, otherFieldsOf, recordOf, UnreadableAnswer } from "./answer.ts";

/** An API key as the list tells it (interface, Resources: API key; the shape of its entries is not shown). */
export type ApiKey = {
  /** The service's identifier (`ak_…`). */
  api_key_id: string;
  /** The name its creator chose; null where the list shows none. */
  name: string | null;
  created_at: string | null;
  other_fields: Record<string, unknown>;
};

const ID_NAMES = ["id", "api_key_id", "key_id"] as const;
const NAME_NAMES = ["name", "description", "label"] as const;
const isInternalId = (text: string): boolean => text.startsWith("ak_");

/** `id` is the caller's name in the request and the internal identifier in the answer; an entry may use it for either. */
function readNames(record: Record<string, unknown>, what: string) {
  const ids = ID_NAMES.flatMap((name) => firstText(record, [name]) ?? []);
  const internal = ids.find(({ value }) => isInternalId(value)) ?? ids[0];
  if (!internal) throw new UnreadableAnswer(`${what}.id: missing (also looked for api_key_id and key_id)`);
  const byId = ids.find(
    ({ name, value }) => name === "id" && name !== internal.name && isInternalId(internal.value) && value,
  );
  return { id: internal, name: firstText(record, NAME_NAMES) ?? byId ?? null };
}

function fromRecord(record: Record<string, unknown>, what: string): ApiKey {
  const { id, name } = readNames(record, what);
  const understood = new Set(["api_key", "created_at", id.name, ...(name ? [name.name] : [])]);
  return {
    api_key_id: id.value,
    name: name?.value ?? null,
    created_at: typeof record.created_at === "string" ? record.created_at : null,
    other_fields: otherFieldsOf(record, understood),
  };
}

/** Throws UnreadableAnswer naming the entry and the field. */
export const readApiKeys = (answer: unknown): ApiKey[] =>
  entriesOf(answer, "api_keys").map((entry, index) => fromRecord(entry, `api_keys[${index}]`));

/** The answer of the creation: the one time that the key is there. Throws UnreadableAnswer without it. */
export function readCreatedApiKey(answer: unknown): { key: ApiKey; api_key: string } {
  const record = recordOf(answer, [...ID_NAMES, "api_key"], "api_key");
  if (typeof record.api_key !== "string" || record.api_key === "")
    throw new UnreadableAnswer("api_key.api_key: missing");
  return { key: fromRecord(record, "api_key"), api_key: record.api_key };
}
