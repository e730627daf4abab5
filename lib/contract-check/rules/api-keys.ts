import { describeAnswer } from "#lib/contract-check/observe/ask.ts";
import { readApiKeys } from "#lib/core/contract/keys/api-key.ts";
import { everyEntry } from "#lib/platform/contract/answer.ts";
import * as kind from "./kind.ts";
import { each, eachOnce, fieldRules, type Part, rulesOf, type Source, shapesOf } from "./rule.ts";
import { describeFields, holdsSecret, shapeOf } from "./shape.ts";
import { bodies, fieldHolding, listed, placeOfList, read, readEntries, reading } from "./sources.ts";

const answers = read("/api-keys");
const lists = bodies(answers);
const keys = readEntries(lists, readApiKeys);

/** The interface does not show the entries of the list: a list without any `ak_…` may hold names alone. */
const identifiers: Source<string> = (seen) => {
  const ids = each(keys, ({ as }) => [as.api_key_id])(seen);
  if (ids.found.length === 0 || ids.found.some(({ value }) => value.startsWith("ak_"))) return ids;
  return { found: [], none: "the list shows no identifier of this form, and its entries are left open" };
};

const resource = rulesOf("Resources: API key");
const endpoint = rulesOf("Endpoints: API keys");
const open = shapesOf("Endpoints: API keys");

export const API_KEYS: Part = {
  rules: [
    resource("identifiers begin with `ak_`", identifiers, (id) =>
      id.startsWith("ak_") ? null : `${shapeOf(id)} that begins otherwise`,
    ),
    resource("the secret key cannot be read again", lists, (list) =>
      holdsSecret(list, "api_key") ? "the list holds one" : null,
    ),
    ...fieldRules("Resources: API key", each(lists, listed, "the list is empty"), { "created_at?": kind.time }),
    endpoint("GET /api-keys answers 200 to a key that works", answers, (answer) =>
      answer.status === 200 ? null : describeAnswer(answer),
    ),
    endpoint(
      "it answers a list, bare or under one field, whose entries have an identifier",
      lists,
      (list) => reading(() => everyEntry(readApiKeys(list))).problem,
    ),
    endpoint("the list holds the account's keys, so this one at least", lists, (list) =>
      reading(() => everyEntry(readApiKeys(list))).value?.length === 0 ? "an empty list" : null,
    ),
  ],
  shapes: [
    open("the list", lists, eachOnce(placeOfList)),
    open(
      "the identifier",
      keys,
      eachOnce(({ entry, as }) => fieldHolding(entry, as.api_key_id, as.other_fields)),
    ),
    open(
      "the name",
      keys,
      eachOnce(({ entry, as }) => fieldHolding(entry, as.name, as.other_fields)),
    ),
    open("other fields", keys, (all) => describeFields(all.map(({ as }) => as.other_fields)) || "none"),
  ],
};
