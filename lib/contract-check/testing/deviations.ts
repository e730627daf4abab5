import {
  type Answer,
  API_KEYS,
  at,
  type Deviation,
  error,
  FAILED_PERSON,
  KEY,
  ok,
  PERSON,
  VERIFICATION,
  VERIFICATION_RECORD,
  WEBHOOK_RECORD,
} from "./service.ts";

const LIST = "/v2/webhooks";
const ONE = `/v2/webhooks/${WEBHOOK_RECORD.webhook_id}`;
const READ = `/verifications/${VERIFICATION}`;
/** A verification id that does not exist. */
const UNKNOWN = /^\/verifications\/(?!ver_7f3a90c1d2e4$)/;
const WEBHOOK = { id: WEBHOOK_RECORD.webhook_id };
const [, FINDING] = VERIFICATION_RECORD.findings.items;
const PEOPLE = `/v2/verifications/${VERIFICATION}/people`;

/** Answers every request without the key with this refusal. */
const refusing =
  (answer: Answer): Deviation =>
  (request) =>
    request.headers["x-api-key"] === KEY ? undefined : answer;
const verification = (fields: object) => at(READ, ok({ ...VERIFICATION_RECORD, ...fields }));
/** The first deviation that applies to a call. */
const any =
  (...deviations: Deviation[]): Deviation =>
  (request, path) =>
    deviations.map((deviation) => deviation(request, path)).find((answer) => answer !== undefined);
const people = (...full_list: unknown[]) => at(PEOPLE, ok({ full_list }));
const personWith = (fields: object, of: typeof PERSON | typeof FAILED_PERSON = PERSON) => {
  return { ...of, external_identities: { curp: { ...of.external_identities.curp, ...fields } } };
};
const lookup = (...person: Parameters<typeof personWith>) => people(personWith(...person));

/** The refusals without a valid key, of all refusals: the other three are of unknown ids. */
const KEY_REFUSALS =
  "(7 of 10: GET /api-keys (no key), GET /v2/webhooks (no key), GET /v2/webhooks/{webhookId} (no key), and 4 more)";

/** A service with one deviation, and its visible difference: words of the broken rule → seen. */
const deviates = (what: string, deviation: Deviation, differences: Record<string, string>) =>
  [what, deviation, differences] as const;

export const DEVIATIONS = [
  deviates("errors of another shape", refusing({ status: 401, json: { error: "no", detail: {} } }), {
    "`success` is false": `nothing ${KEY_REFUSALS}`,
    "Error response: `message` is": `nothing ${KEY_REFUSALS}`,
    "`code` is a text": `nothing ${KEY_REFUSALS}`,
    "`timestamp` is": `nothing ${KEY_REFUSALS}`,
    "`code` is the one": `401 with a code that is not listed ${KEY_REFUSALS}`,
  }),
  deviates("a code that belongs to another status", refusing(error(401, "FORBIDDEN")), {
    "`code` is the one": `401 with FORBIDDEN ${KEY_REFUSALS}`,
  }),
  deviates("errors that are no objects", refusing({ status: 401, json: ["no"] }), {
    "an error is an object": `no object ${KEY_REFUSALS}`,
  }),
  deviates("403 without a key", refusing(error(403, "FORBIDDEN")), {
    "without a key": "403 (5 of 5)",
    "an invalid key": "403",
    "as a bearer": "403",
  }),
  deviates(
    "a key that is accepted as a bearer token, people that are answered without a key",
    any(
      (request) => (request.headers.authorization ? ok(API_KEYS) : undefined),
      (_request, path) => (path === PEOPLE ? ok({ full_list: [PERSON] }) : undefined),
    ),
    { "as a bearer": "200", "without a key": "200 (1 of 5: GET /v2/verifications/{verification_id}/people (no key))" },
  ),
  deviates(
    "answers that are no JSON, have another content type, are redirected or are empty",
    any(
      at("/api-keys", { ...ok(API_KEYS), headers: { "content-type": "text/plain" } }),
      at(LIST, { status: 302, headers: { location: "https://elsewhere.example.mx/webhooks" } }),
      at(READ, { status: 200, body: "<!doctype html>" }),
      at(PEOPLE, { status: 204 }),
    ),
    {
      "GET /v2/webhooks succeeds": "302, a redirect to another origin (not followed)",
      "has a JSON body":
        "200 with a body that is not JSON (text/html) (1 of 13: GET /verifications/{verification-id}); " +
        "204 without a body (1 of 13: GET /v2/verifications/{verification_id}/people)",
      "says that it is JSON":
        "text/plain (1 of 13: GET /api-keys); text/html (1 of 13: GET /verifications/{verification-id})",
    },
  ),
  deviates(
    "keys and people under other paths",
    any(at("/api-keys", error(404, "NOT_FOUND")), at(PEOPLE, error(404, "NOT_FOUND"))),
    {
      "GET /api-keys answers": "404",
      "people succeeds": "404",
      "no version": "404 (2 of 4: GET /api-keys, GET /v2/verifications/{verification_id}/people)",
    },
  ),
  deviates("a verification under another path", at(READ, error(404, "NOT_FOUND")), {
    "{verification-id} succeeds": "404",
    "no version": "404 (1 of 4: GET /verifications/{verification-id})",
  }),
  deviates(
    "lists that cannot be read",
    any(
      at("/api-keys", ok({ first: [], second: [] })),
      at(LIST, ok([{ ...WEBHOOK_RECORD, webhook_id: undefined }])),
      people(PERSON.people_id),
    ),
    {
      "API keys: it answers a list": "api_keys: expected a list",
      "Webhooks: it answers a list": "webhooks[0].id: missing (also looked for webhook_id and webhookId)",
      "can read the people": "full_list[0]: expected an object",
    },
  ),
  deviates(
    "no key in the list, a webhook that only the list knows, an unknown id that is answered 400",
    any(at("/api-keys", ok([])), at(ONE, error(404, "NOT_FOUND")), at(UNKNOWN, error(400, "BAD_REQUEST"))),
    {
      "this one at least": "an empty list",
      "{webhookId} succeeds": "404",
      "what does not exist": "400 (1 of 3: GET /verifications/{verification-id} (unknown))",
    },
  ),
  deviates(
    "keys and webhooks with fields of other kinds, with secrets, without a flag, and another webhook than requested",
    any(
      at("/api-keys", ok([{ id: "ak_1", api_key: KEY, created_at: 7 }, { id: "7" }])),
      at(LIST, ok({ webhooks: [{ ...WEBHOOK, url: null, events: "all", description: 7, secret: "whsec_1" }] })),
      at(ONE, ok({ ...WEBHOOK_RECORD, webhook_id: "wh_2", events: ["verification.v3.created"] })),
    ),
    {
      "begin with `ak_`": "a text of digits that begins otherwise (1 of 2)",
      "the secret key cannot": "the list holds one",
      "API key: `created_at`": "a whole number",
      "`url`": "null (1 of 2: GET /v2/webhooks)",
      "`events`": "a text (1 of 2: GET /v2/webhooks)",
      "`description`": "a whole number (1 of 2: GET /v2/webhooks)",
      "the secret cannot": "an answer holds one (1 of 2: GET /v2/webhooks)",
      disabled: "no field that the dashboard knows as one",
      "the webhook that was asked for": "another identifier",
      "only events": "another name",
    },
  ),
  deviates(
    "a verification as events state it",
    verification({ verification_tag: "x", tag: undefined, account_name: "x", findings: [], status: "done" }),
    {
      "`status`": "a text",
      "`tag` is": "nothing",
      "not called `verification_tag`": "a field of this name",
      "`account_name`": "a field of this name",
      "`findings` holds": "an empty list",
    },
  ),
  deviates(
    "a verification of other kinds",
    verification({
      ...{ verification_id: "ver_0", account_id: 7, created_at: "yesterday", documents_status: "some" },
      findings: { items: [{ severity: "critical", message: "", missing_field: null }, FINDING] },
    }),
    {
      "`verification_id`": "another identifier",
      "`account_id`": "a whole number",
      "Verification: `created_at`": "a text",
      "`documents_status`": "a text",
      "`findings` holds": "nothing in `computed_at`",
      "`severity`": "a text (1 of 2)",
      "Finding: `message`": "an empty text (1 of 2)",
      "`missing_field`": "null",
    },
  ),
  deviates("an answer that is no verification", at(READ, ok({ result: { id: 1 } })), {
    "`status`": "nothing",
    "answers a verification": "an object with `result`",
    "`tag` is": "nothing",
    "`findings` holds": "nothing",
  }),
  deviates(
    "people in another list, all of one id",
    at(PEOPLE, ok({ data: { people: [PERSON, { ...FAILED_PERSON, people_id: PERSON.people_id }] } })),
    { "distinguishes the people": "one that stands twice", "`full_list`": "nothing in `full_list`" },
  ),
  deviates(
    "people of other kinds",
    people({ people_id: "1", shareholder_id: null, external_identities: { curp: null } }, PERSON),
    {
      "`people_id` is": "a text of digits (1 of 2)",
      "`shareholder_id`": "null",
      "`external_identities`": "null in `curp` (1 of 2)",
    },
  ),
  deviates(
    "a successful lookup without its data",
    lookup({ message: "", search_number: 7, applicant_data: null, evidentiary_document_data: [], curp_file: null }),
    {
      "`message` names": "an empty text where `success` is true",
      "`search_number`": "a whole number",
      "`applicant_data` is": "null where `success` is true",
      "`evidentiary_document_data` is": "an empty list",
      "carries `Expires`": "null",
    },
  ),
  deviates("a failed lookup that does not say why", lookup({ message: null }, FAILED_PERSON), {
    "`message` names": "null where `success` is false",
  }),
  deviates(
    "a lookup that neither succeeded nor failed, an address that never expires",
    people(
      personWith({ curp_file: "https://files.example.mx/1.pdf" }),
      personWith({ success: "yes", message: null }, FAILED_PERSON),
    ),
    { "`success` is a boolean": "a text (1 of 2)", "carries `Expires`": "an address without it" },
  ),
  deviates(
    "registry data of other kinds, and an address that has expired",
    lookup({
      applicant_data: { ...PERSON.external_identities.curp.applicant_data, birth_date: "01/01/1980", gender: null },
      evidentiary_document_data: { act_number: 12, registry_date: "1980", register_entity: "PUEBLA" },
      curp_file: "https://files.example.mx/1.pdf?Expires=1700000000&Signature=abcdef",
    }),
    {
      "`applicant_data` has": "null in `gender`",
      "`birth_date`": "a text",
      "`evidentiary_document_data` has": "a whole number in `act_number`, nothing in `register_municipality`",
      "has not expired": "a time that had passed",
    },
  ),
];
