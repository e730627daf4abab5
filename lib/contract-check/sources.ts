import { entriesOf, isRecord, recordOf } from "#lib/contract/events/answer.ts";
import {
  type Answer,
  type Answered,
  describeAnswer,
  isAnswered,
  isFromGateway,
  isSuccess,
  obstacleOf,
  readObstacleOf,
} from "./answer.ts";
import type { Source } from "./check.ts";
import { answersOf, type Observations } from "./observations.ts";

/** What the statements are about, taken out of the answers. Lists and records are found as the dashboard finds them. */

type Fields = Record<string, unknown>;
type Choice = (seen: Observations) => readonly Answer[];

/** Answers that say something about the interface. */
const telling =
  (
    pick: Choice,
    obstacle: (answer: Answer) => string | null,
    none: (seen: Observations) => string = () => "nothing was answered",
  ): Source<Answered> =>
  (seen) => {
    const picked = pick(seen);
    return {
      values: picked.filter(isAnswered).filter((answer) => obstacle(answer) === null),
      none: picked.map(obstacle).find((why) => why !== null) ?? none(seen),
    };
  };

/** The values that each value of a source holds. */
export const each =
  <T, U>(source: Source<T>, values: (value: T) => readonly U[], none: string): Source<U> =>
  (seen) => {
    const outer = source(seen);
    return { values: outer.values.flatMap(values), none: outer.values.length === 0 ? outer.none : none };
  };

/** The JSON of a read that succeeded. */
const jsonIn = (answer: Answer): unknown[] =>
  isSuccess(answer) && answer.body.kind === "JSON" ? [answer.body.json] : [];

const bodies =
  (reads: Source<Answered>): Source<unknown> =>
  (seen) => {
    const { values, none } = reads(seen);
    const failed = values.find((answer) => jsonIn(answer).length === 0);
    return {
      values: values.flatMap(jsonIn),
      none: failed ? `${failed.request} answered ${describeAnswer(failed)}` : none,
    };
  };

const records = (values: unknown): Fields[] => (Array.isArray(values) ? values.filter(isRecord) : []);

function listed(json: unknown): Fields[] {
  try {
    return entriesOf(json, "list");
  } catch {
    return [];
  }
}

const record =
  (tellingFields: readonly string[]) =>
  (json: unknown): Fields[] =>
    isRecord(json) ? [recordOf(json, tellingFields, "record")] : [];

/** Records of a source that have a field. */
export const having = (source: Source<Fields>, field: string): Source<Fields> =>
  each(source, (fields) => (Object.hasOwn(fields, field) ? [fields] : []), `no answer carries \`${field}\``);

export const apiKeysRead = telling((seen) => [seen.apiKeys], readObstacleOf);
export const apiKeyLists = bodies(apiKeysRead);
export const apiKeyEntries = each(apiKeyLists, listed, "the list is empty, or cannot be read");

export const NO_WEBHOOK = "the list names no webhook";
export const webhooksRead = telling((seen) => [seen.webhooks], readObstacleOf);
export const webhookLists = bodies(webhooksRead);
const webhookEntries = each(webhookLists, listed, NO_WEBHOOK);
export const webhookRead = telling(
  (seen) => (seen.webhook ? [seen.webhook.answer] : []),
  readObstacleOf,
  () => NO_WEBHOOK,
);
export const webhookBodies = bodies(webhookRead);
const webhookRecords = each(webhookBodies, record(["url", "events", "description"]), "it cannot be read");
/** Those of the list and the one that was read by itself. */
export const webhooks: Source<Fields> = (seen) => {
  const { values, none } = webhookEntries(seen);
  return { values: [...values, ...webhookRecords(seen).values], none };
};

/** Of an id that neither endpoint knows nothing can be said about either. */
const isKnown = ({ verification, people }: Observations["verifications"][number]) =>
  !(verification.status === 404 && people.status === 404);
const knownVerifications = (seen: Observations) => seen.verifications.filter(isKnown);
const noVerification = (seen: Observations): string =>
  seen.verifications.length === 0
    ? "needs --verification <id>"
    : "the service knows none of the verifications that were given";

export const verificationsRead = telling(
  (seen) => knownVerifications(seen).map(({ verification }) => verification),
  readObstacleOf,
  noVerification,
);
export const verificationBodies = bodies(verificationsRead);
const unwrapVerification = record(["verification_id", "status", "tag", "findings"]);
export const verificationRecords = each(verificationBodies, unwrapVerification, "the answer is no object");
/** A verification's record beside the id that it was asked for by. */
export const verificationsById: Source<{ id: string; fields: Fields }> = (seen) => ({
  values: knownVerifications(seen).flatMap(({ id, verification }) =>
    jsonIn(verification)
      .flatMap(unwrapVerification)
      .filter((fields) => Object.hasOwn(fields, "verification_id"))
      .map((fields) => ({ id, fields })),
  ),
  none: having(verificationRecords, "verification_id")(seen).none,
});
export const findings = each(
  verificationRecords,
  (fields) => (isRecord(fields.findings) ? records(fields.findings.items) : []),
  "no verification that was given has a finding",
);

export const peopleRead = telling(
  (seen) => knownVerifications(seen).map(({ people }) => people),
  readObstacleOf,
  noVerification,
);
export const peopleBodies = bodies(peopleRead);
const NO_PEOPLE = "no verification that was given has people";
export const peopleLists = each(peopleBodies, (json) => [listed(json)].filter((list) => list.length > 0), NO_PEOPLE);
export const people = each(peopleLists, (list) => list, NO_PEOPLE);
const lookupOf = ({ external_identities: identities }: Fields): Fields[] =>
  isRecord(identities) && isRecord(identities.curp) ? [identities.curp] : [];
export const lookups = each(people, lookupOf, "no person that was read has a CURP lookup");
export const successfulLookups = each(
  lookups,
  (lookup) => (lookup.success === true ? [lookup] : []),
  "no CURP lookup that was read succeeded",
);
/** The `curp_file` of each lookup that succeeded, with when it was read. */
export const files: Source<{ file: unknown; readAtMs: number }> = (seen) => ({
  values: knownVerifications(seen).flatMap(({ people: answer, readAtMs }) =>
    jsonIn(answer)
      .flatMap(listed)
      .flatMap(lookupOf)
      .filter((lookup) => lookup.success === true)
      .map((lookup) => ({ file: lookup.curp_file, readAtMs })),
  ),
  none: successfulLookups(seen).none,
});
/** What the registry told, whichever way the lookup ended. */
export const registryData = (field: "applicant_data" | "evidentiary_document_data"): Source<Fields> =>
  each(
    lookups,
    (lookup) => (isRecord(lookup[field]) ? [lookup[field]] : []),
    `no lookup that was read has \`${field}\``,
  );

/** Where the key may not read anything of the kind, a 403 says nothing about an id that nobody has. */
export const unknownRead = telling(
  (seen) => {
    const mayReadWebhooks = seen.webhooks.status !== 403;
    const given = knownVerifications(seen);
    const mayRead = (one: "verification" | "people") => given.every((answers) => answers[one].status !== 403);
    return [
      ...(mayReadWebhooks ? [seen.unknown.webhook] : []),
      ...(mayRead("verification") ? [seen.unknown.verification] : []),
      ...(mayRead("people") ? [seen.unknown.people] : []),
    ];
  },
  obstacleOf,
  () => "this key may not read anything that has an id",
);
export const readWithoutKey = telling((seen) => seen.withoutKey, obstacleOf);
export const readWithInventedKey = telling((seen) => [seen.inventedKey], obstacleOf);
export const readWithBearer = telling((seen) => [seen.bearer], obstacleOf);

/** The lists, and what was read by a given id. */
export const everyRead: Source<Answered> = (seen) => {
  const sources = [apiKeysRead, webhooksRead, verificationsRead, peopleRead].map((source) => source(seen));
  return { values: sources.flatMap(({ values }) => values), none: "nothing was answered" };
};

/** Everything that the service itself answered. */
export const everyAnswer: Source<Answered> = (seen) => ({
  values: answersOf(seen)
    .filter(isAnswered)
    .filter((answer) => answer.redirect === null && !isFromGateway(answer)),
  none: "nothing was answered",
});
export const refusals = each(everyAnswer, (answer) => (answer.status >= 400 ? [answer] : []), "nothing was refused");
export const errorBodies = each(
  refusals,
  ({ status, body }) => (body.kind === "JSON" && isRecord(body.json) ? [{ status, fields: body.json }] : []),
  "no refusal has an object for a body",
);

/** Why what was asked for could not be tried as a whole; empty when it could. */
export function obstaclesOf(seen: Observations): string[] {
  const reads = [
    seen.apiKeys,
    seen.webhooks,
    ...(seen.webhook ? [seen.webhook.answer] : []),
    ...knownVerifications(seen).flatMap(({ verification, people }) => [verification, people]),
  ];
  const unknownIds = seen.verifications.flatMap((given, index) =>
    isKnown(given) ? [] : [`the service does not know --verification ${index + 1} (404)`],
  );
  const others = answersOf(seen).filter((answer) => !reads.includes(answer));
  const why = [...reads.map(readObstacleOf), ...others.map(obstacleOf)].filter((obstacle) => obstacle !== null);
  return [...unknownIds, ...why];
}
