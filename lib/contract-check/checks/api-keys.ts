import { entriesOf } from "#lib/contract/events/answer.ts";
import { readApiKeys } from "#lib/contract/keys/api-key.ts";
import { describeAnswer } from "#lib/contract-check/answer.ts";
import {
  beyondReading,
  type Check,
  eachOnce,
  type OpenShape,
  type Source,
  shape,
  statement,
} from "#lib/contract-check/check.ts";
import { time } from "#lib/contract-check/kind.ts";
import { fieldHolding, placeOfList } from "#lib/contract-check/place.ts";
import { reading } from "#lib/contract-check/reading.ts";
import { holdsSecret } from "#lib/contract-check/secret.ts";
import { describeFields, shapeOf } from "#lib/contract-check/shape.ts";
import { apiKeyEntries, apiKeyLists, apiKeysRead, each, having } from "#lib/contract-check/sources.ts";
import { field } from "./field.ts";

/** Each key as it came and as the dashboard reads it. */
const keys = each(
  apiKeyLists,
  (list) => {
    const entries = reading(() => entriesOf(list, "api_keys")).value ?? [];
    const read = reading(() => readApiKeys(list)).value ?? [];
    return read.map((key, index) => ({ entry: entries[index] ?? {}, key }));
  },
  "the list is empty, or cannot be read",
);

/** The entries of the list are not shown, so that one without any `ak_…` may hold names alone. */
const identifiers: Source<string> = (seen) => {
  const { values, none } = keys(seen);
  const ids = values.map(({ key }) => key.api_key_id);
  if (ids.length === 0 || ids.some((id) => id.startsWith("ak_"))) return { values: ids, none };
  return { values: [], none: "the list shows no identifier of this form, and its entries are left open" };
};

export const API_KEY_CHECKS: readonly Check[] = [
  statement("Resources: API key", "identifiers begin with `ak_`", {
    of: identifiers,
    expected: "ak_…",
    differs: (id) => (id.startsWith("ak_") ? null : `${shapeOf(id)} that begins otherwise`),
  }),
  statement("Resources: API key", "the secret key cannot be read again", {
    of: apiKeyLists,
    expected: "no key in the list",
    differs: (list) => (holdsSecret(list, "api_key") ? "the list holds one" : null),
  }),
  field("Resources: API key", having(apiKeyEntries, "created_at"), "created_at", time),
  statement("Endpoints: API keys", "GET /api-keys answers 200 to a key that works", {
    of: apiKeysRead,
    expected: "200",
    differs: (answer) => (answer.status === 200 ? null : describeAnswer(answer)),
  }),
  statement("Endpoints: API keys", "it answers a list that the dashboard can read", {
    of: apiKeyLists,
    expected: "a list, bare or under one field, whose entries have an identifier",
    differs: (list) => reading(() => readApiKeys(list)).problem,
  }),
  statement("Endpoints: API keys", "the list holds the account's keys, so this one at least", {
    of: apiKeyLists,
    expected: "one key or more",
    differs: (list) => (reading(() => readApiKeys(list)).value?.length === 0 ? "an empty list" : null),
  }),
  beyondReading("Endpoints: API keys", "POST and DELETE, their answers and 409", "it would change the account"),
];

const OPEN = "Endpoints: API keys";
export const API_KEY_SHAPES: readonly OpenShape[] = [
  shape(OPEN, "the list", { of: apiKeyLists, told: (lists) => eachOnce(lists.map(placeOfList)) }),
  shape(OPEN, "the identifier", {
    of: keys,
    told: (all) => eachOnce(all.map(({ entry, key }) => fieldHolding(entry, key.api_key_id, key.other_fields))),
  }),
  shape(OPEN, "the name", {
    of: keys,
    told: (all) => eachOnce(all.map(({ entry, key }) => fieldHolding(entry, key.name, key.other_fields))),
  }),
  shape(OPEN, "other fields", {
    of: keys,
    told: (all) => describeFields(all.map(({ key }) => key.other_fields)) || "none",
  }),
];
