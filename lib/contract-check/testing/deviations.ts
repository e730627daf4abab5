import {
  type Answer,
  API_KEYS,
  type Deviation,
  error,
  FAILED_PERSON,
  KEY,
  PERSON,
  VERIFICATION,
  VERIFICATION_RECORD,
  WEBHOOK_RECORD,
} from "./service.ts";

const LIST = "/v2/webhooks";
const ONE = `/v2/webhooks/${WEBHOOK_RECORD.webhook_id}`;
const READ = `/verifications/${VERIFICATION}`;
const PEOPLE = `/v2/verifications/${VERIFICATION}/people`;

const ok = (json: unknown): Answer => ({ status: 200, json });
/** What a path answers to the key. */
const at =
  (wanted: string, answer: Answer): Deviation =>
  (request, path) =>
    path === wanted && request.headers["x-api-key"] === KEY ? answer : undefined;
/** What everything answers that is refused. */
const refusing =
  (answer: Answer): Deviation =>
  (request) =>
    request.headers["x-api-key"] === KEY ? undefined : answer;

const verification = (fields: object) => at(READ, ok({ ...VERIFICATION_RECORD, ...fields }));
const findings = (items: unknown[]) => verification({ findings: { items, computed_at: null } });
const people = (...full_list: unknown[]) => at(PEOPLE, ok({ full_list }));
const lookup = (fields: object, of: typeof PERSON | typeof FAILED_PERSON = PERSON) =>
  people({ ...of, external_identities: { curp: { ...of.external_identities.curp, ...fields } } });

/** Services that deviate in one thing, and what is seen of it: `section: statement` → seen. */
export const DEVIATIONS: [what: string, deviation: Deviation, differences: Record<string, string>][] = [
  [
    "an error body of another shape",
    refusing({ status: 401, json: { error: "no", detail: {} } }),
    {
      "Errors: Error response: `success` is false": "nothing at 401 (7 of 10)",
      "Errors: Error response: `message` is a text": "nothing at 401 (7 of 10)",
      "Errors: Error response: `code` is a text": "nothing at 401 (7 of 10)",
      "Errors: Error response: `timestamp` is an ISO 8601 time": "nothing at 401 (7 of 10)",
      "Errors: Error response: `code` is the one of its status": "401 with a code that is not listed (7 of 10)",
    },
  ],
  [
    "a code that belongs to another status",
    refusing({ ...error(401, "FORBIDDEN") }),
    { "Errors: Error response: `code` is the one of its status": "401 with FORBIDDEN (7 of 10)" },
  ],
  [
    "403 where there is no key",
    refusing(error(403, "FORBIDDEN")),
    {
      "Authentication: API key: no read is answered without a key: 401":
        "GET /api-keys (no key): 403 (1 of 5); GET /v2/webhooks (no key): 403 (1 of 5); " +
        "GET /v2/webhooks/{webhookId} (no key): 403 (1 of 5); and 2 more",
      "Authentication: API key: an invalid key gets 401": "GET /api-keys (invented key): 403",
      "Authentication: API key: the key counts in `x-api-key` only: as a bearer it gets 401":
        "GET /api-keys (key as a bearer): 403",
    },
  ],
  [
    "a key that is also taken as a bearer",
    (request) => (request.headers.authorization ? ok(API_KEYS) : undefined),
    {
      "Authentication: API key: the key counts in `x-api-key` only: as a bearer it gets 401":
        "GET /api-keys (key as a bearer): 200",
    },
  ],
  [
    "people that are told to anybody",
    (_request, path) => (path === PEOPLE ? ok({ full_list: [PERSON] }) : undefined),
    {
      "Authentication: API key: no read is answered without a key: 401":
        "GET /v2/verifications/{verification_id}/people (no key): 200 (1 of 5)",
    },
  ],
  [
    "a redirect",
    at(LIST, { status: 302, headers: { location: "https://elsewhere.example.mx/webhooks" } }),
    { "Endpoints: Webhooks: GET /v2/webhooks succeeds": "302, a redirect to another origin (not followed)" },
  ],
  [
    "a web page of the right status",
    at(LIST, { status: 200, body: "<!doctype html>" }),
    {
      "What the service does: every answer has a JSON body":
        "GET /v2/webhooks: 200 with a body that is not JSON (text/html) (1 of 14)",
      "What the service does: every answer says that it is JSON": "GET /v2/webhooks: text/html (1 of 14)",
    },
  ],
  [
    "JSON under another content type",
    at("/api-keys", { status: 200, json: API_KEYS, headers: { "content-type": "text/plain" } }),
    { "What the service does: every answer says that it is JSON": "GET /api-keys: text/plain (1 of 15)" },
  ],
  [
    "a list that nobody can find",
    at("/api-keys", ok({ first: [], second: [] })),
    { "Endpoints: API keys: it answers a list that the dashboard can read": "api_keys: expected a list" },
  ],
  [
    "no key in the list",
    at("/api-keys", ok([])),
    { "Endpoints: API keys: the list holds the account's keys, so this one at least": "an empty list" },
  ],
  [
    "keys that can be read again, one of them with another identifier",
    at("/api-keys", ok([{ id: "ak_1", api_key: KEY, created_at: 7 }, { id: "7" }])),
    {
      "Resources: API key: identifiers begin with `ak_`": "a text of digits that begins otherwise (1 of 2)",
      "Resources: API key: the secret key cannot be read again": "the list holds one",
      "Resources: API key: `created_at` is an ISO 8601 time": "a whole number",
    },
  ],
  [
    "a list of keys under another path",
    at("/api-keys", error(404, "NOT_FOUND")),
    {
      "Endpoints: API keys: GET /api-keys answers 200 to a key that works": "404",
      "Versioning: API keys and verifications stand under no version, webhooks and people under /v2":
        "GET /api-keys: 404 (1 of 4)",
    },
  ],
  [
    "webhooks with fields of other kinds, their secret, no flag and an event of their own",
    at(LIST, ok({ webhooks: [{ id: "wh_2", url: null, events: "all", description: 7, secret: "whsec_1" }] })),
    {
      "Resources: Webhook: `url` is a text": "null",
      "Resources: Webhook: `events` is a list of texts": "a text",
      "Resources: Webhook: `description` is a text or null, or left out": "a whole number",
      "Resources: Webhook: the secret cannot be read again": "an answer holds one",
      "Endpoints: Webhooks: GET /v2/webhooks/{webhookId} succeeds": "404",
      "Endpoints: Webhooks: it tells whether a webhook is disabled": "no field that the dashboard knows as one",
    },
  ],
  [
    "another webhook than the one asked for, with an event of its own",
    at(ONE, ok({ ...WEBHOOK_RECORD, webhook_id: "wh_2", events: ["verification.v3.created"] })),
    {
      "Endpoints: Webhooks: it answers the webhook that was asked for, readable for the dashboard":
        "another identifier",
      "Events: webhooks name only events that the interface lists": "another name (1 of 2)",
    },
  ],
  [
    "an unknown id that is answered 400",
    (request, path) =>
      request.headers["x-api-key"] === KEY && path.startsWith("/verifications/") && path !== READ
        ? error(400, "BAD_REQUEST")
        : undefined,
    {
      "Errors: Error response: what does not exist answers 404":
        "GET /verifications/{verification-id} (unknown): 400 (1 of 3)",
    },
  ],
  [
    "a verification as events tell it",
    verification({ verification_tag: "x", tag: undefined, account_name: "x", findings: [], status: "done" }),
    {
      "Resources: Verification: `status` is one of pending, pending_validation, finished, error": "a text",
      "Endpoints: Verification read: `tag` is a text": "nothing",
      "Endpoints: Verification read: the tag is not called `verification_tag`, as it is in events":
        "a field of this name",
      "Endpoints: Verification read: `account_name` is never returned": "a field of this name",
      "Endpoints: Verification read: `findings` holds `items`, a list, and `computed_at`, a time or null":
        "an empty list",
    },
  ],
  [
    "a verification with fields of other kinds",
    verification({
      verification_id: "ver_0",
      account_id: 7,
      created_at: "yesterday",
      documents_status: "some",
      findings: { items: [] },
    }),
    {
      "Resources: Verification: `verification_id` is the one that was asked for": "another identifier",
      "Resources: Verification: `account_id` is a text": "a whole number",
      "Resources: Verification: `created_at` is an ISO 8601 time": "a text",
      "Resources: Verification: `documents_status` is one of pending_upload, partial_upload, pending_external, full_upload or null":
        "a text",
      "Endpoints: Verification read: `findings` holds `items`, a list, and `computed_at`, a time or null":
        "nothing in `computed_at`",
    },
  ],
  [
    "an answer that is no verification",
    at(READ, ok({ result: { id: 1 } })),
    {
      "Resources: Verification: `status` is one of pending, pending_validation, finished, error": "nothing",
      "Endpoints: Verification read: it answers a verification that the dashboard can read": "an object with `result`",
      "Endpoints: Verification read: `tag` is a text": "nothing",
      "Endpoints: Verification read: `findings` holds `items`, a list, and `computed_at`, a time or null": "nothing",
    },
  ],
  [
    "findings of other kinds",
    findings([
      { severity: "critical", message: "", missing_field: null },
      { severity: "low", message: "x" },
    ]),
    {
      "Resources: Finding: `severity` is one of high, medium, low": "a text (1 of 2)",
      "Resources: Finding: `message` is a text": "an empty text (1 of 2)",
      "Resources: Finding: `missing_field` is a text, or left out": "null (1 of 2)",
    },
  ],
  [
    "people in another list, all of one id",
    at(PEOPLE, ok({ data: { people: [PERSON, { ...FAILED_PERSON, people_id: PERSON.people_id }] } })),
    {
      "Resources: Person: `people_id` tells the people of a verification apart": "one that stands twice",
      "Endpoints: Verification read: it answers an object with the list `full_list`": "nothing in `full_list`",
    },
  ],
  [
    "people of other kinds",
    people({ people_id: "1", shareholder_id: null, external_identities: { curp: null } }, PERSON),
    {
      "Resources: Person: `people_id` is a whole number": "a text of digits (1 of 2)",
      "Resources: Person: `shareholder_id` is a whole number, or left out": "null (1 of 2)",
      "Endpoints: Verification read: each person has `external_identities` with `curp`": "null in `curp` (1 of 2)",
    },
  ],
  [
    "a successful lookup without its data",
    lookup({ message: "", search_number: 7, applicant_data: null, evidentiary_document_data: [], curp_file: null }),
    {
      "Resources: CURP lookup result: `message` tells the cause of a failure, and is null otherwise":
        "an empty text where `success` is true",
      "Resources: CURP lookup result: `search_number` is a text": "a whole number",
      "Resources: CURP lookup result: `applicant_data` is an object, or null where the lookup failed":
        "null where `success` is true",
      "Resources: CURP lookup result: `evidentiary_document_data` is an object, or null where the lookup failed":
        "an empty list",
      "Resources: CURP lookup result: `curp_file` is an address that carries `Expires`": "null",
    },
  ],
  [
    "a failed lookup that does not tell why",
    lookup({ message: null, success: false }, FAILED_PERSON),
    {
      "Resources: CURP lookup result: `message` tells the cause of a failure, and is null otherwise":
        "null where `success` is false",
    },
  ],
  [
    "a lookup that neither succeeded nor failed",
    lookup({ success: "yes", message: null }, FAILED_PERSON),
    { "Resources: CURP lookup result: `success` is a boolean": "a text" },
  ],
  [
    "registry data of other kinds",
    lookup({
      applicant_data: { ...PERSON.external_identities.curp.applicant_data, birth_date: "01/01/1980", gender: null },
      evidentiary_document_data: { act_number: 12, registry_date: "1980", register_entity: "PUEBLA" },
    }),
    {
      "Resources: CURP lookup result: `applicant_data` has its 9 fields, all texts": "null in `gender`",
      "Resources: CURP lookup result: `birth_date` is a date, YYYY-MM-DD": "a text",
      "Resources: CURP lookup result: `evidentiary_document_data` has its 4 fields, all texts":
        "a whole number in `act_number`, nothing in `register_municipality`",
    },
  ],
  [
    "an address that has expired",
    lookup({ curp_file: "https://files.example.mx/1.pdf?Expires=1700000000&Signature=abcdef" }),
    {
      "Resources: CURP lookup result: each read gives a `curp_file` that has not expired": "a time that had passed",
    },
  ],
  [
    "an address that never expires",
    lookup({ curp_file: "https://files.example.mx/1.pdf" }),
    {
      "Resources: CURP lookup result: `curp_file` is an address that carries `Expires`": "an address without it",
    },
  ],
  [
    "refusals that are no objects",
    refusing({ status: 401, json: ["no"] }),
    {
      "Errors: Error response: an error is an object":
        "GET /api-keys (no key): no object (1 of 10); GET /v2/webhooks (no key): no object (1 of 10); " +
        "GET /v2/webhooks/{webhookId} (no key): no object (1 of 10); and 4 more",
    },
  ],
  [
    "a verification that is gone where its people are not",
    at(READ, error(404, "NOT_FOUND")),
    {
      "Endpoints: Verification read: GET /verifications/{verification-id} succeeds": "404",
      "Versioning: API keys and verifications stand under no version, webhooks and people under /v2":
        "GET /verifications/{verification-id}: 404 (1 of 4)",
    },
  ],
  [
    "people under another path than their verification",
    at(PEOPLE, error(404, "NOT_FOUND")),
    {
      "Endpoints: Verification read: GET /v2/verifications/{verification_id}/people succeeds": "404",
      "Versioning: API keys and verifications stand under no version, webhooks and people under /v2":
        "GET /v2/verifications/{verification_id}/people: 404 (1 of 4)",
    },
  ],
  [
    "an answer without a body",
    at(PEOPLE, { status: 204 }),
    {
      "What the service does: every answer has a JSON body":
        "GET /v2/verifications/{verification_id}/people: 204 without a body (1 of 15)",
    },
  ],
  [
    "people that are no objects",
    people(PERSON.people_id),
    { "Endpoints: Verification read: the dashboard can read the people": "full_list[0]: expected an object" },
  ],
  [
    "a webhook that has no identifier",
    at(LIST, ok([{ ...WEBHOOK_RECORD, webhook_id: undefined }])),
    {
      "Endpoints: Webhooks: it answers a list that the dashboard can read":
        "webhooks[0].id: missing (also looked for webhook_id and webhookId)",
    },
  ],
];
