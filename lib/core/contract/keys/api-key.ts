import {
  entriesOf,
  firstText,
  type Listed,
  otherFieldsOf,
  recordOf,
  textOf,
  UnreadableAnswer,
} from "#lib/platform/contract/answer.ts";

/** An API key as it is listed (interface, Resources: API key; the shape of its entries is not shown). */
export type ApiKey = {
  /** The service's identifier (`ak_…`). */
  api_key_id: string;
  /** The name chosen by its creator; null if the list shows none. */
  name: string | null;
  created_at: string | null;
  other_fields: Record<string, unknown>;
};

const ID_NAMES = ["id", "api_key_id", "key_id"] as const;
const NAME_NAMES = ["name", "description", "label"] as const;
const isInternalId = (text: string): boolean => text.startsWith("ak_");

/**
 * `id` is the caller's name in the request and the internal identifier in the answer; an entry of the list may use it for
 * either. `api_key_id` and `key_id` can only be the identifier. No other field is searched for an `ak_…`: it might belong
 * to another key, which the dashboard would then delete.
 */
function readNames(record: Record<string, unknown>, what: string) {
  const ids = ["api_key_id", "key_id", "id"].flatMap((name) => firstText(record, [name]) ?? []);
  const id = ids.find(({ value }) => isInternalId(value)) ?? firstText(record, ID_NAMES);
  if (!id) throw new UnreadableAnswer(`${what}.id: missing (also looked for api_key_id and key_id)`);
  const byId = isInternalId(id.value) ? ids.find(({ name, value }) => name === "id" && value !== id.value) : undefined;
  return { id, name: firstText(record, NAME_NAMES) ?? byId ?? null };
}

function fromRecord(record: Record<string, unknown>, what: string): ApiKey {
  const { id, name } = readNames(record, what);
  const created_at = textOf(record, "created_at");
  const understood = new Set(["api_key", id.name]);
  if (name) understood.add(name.name);
  if (created_at !== null) understood.add("created_at");
  return {
    api_key_id: id.value,
    name: name?.value ?? null,
    created_at,
    other_fields: otherFieldsOf(record, understood),
  };
}

/** Throws UnreadableAnswer without a list. */
export const readApiKeys = (answer: unknown): Listed<ApiKey> => entriesOf(answer, "api_keys", fromRecord);

/** The answer to a creation, the only one with the key. Throws UnreadableAnswer without it. */
export function readCreatedApiKey(answer: unknown): { key: ApiKey; api_key: string } {
  const record = recordOf(answer, [...ID_NAMES, "api_key"], "api_key");
  if (typeof record.api_key !== "string" || record.api_key === "")
    throw new UnreadableAnswer("api_key.api_key: missing");
  return { key: fromRecord(record, "api_key"), api_key: record.api_key };
}
