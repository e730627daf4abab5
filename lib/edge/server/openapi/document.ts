import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { signedHead } from "#lib/core/contract/evidence-head.ts";
import { EXPORT_COLUMNS, EXPORT_FORMATS, EXPORT_VALUES } from "#lib/core/contract/verifications/export.ts";
import { verificationDetail, verificationList } from "#lib/core/contract/verifications/verification-answers.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { decisionCheck } from "#lib/desk/contract/review/decision-check.ts";
import { pathParameters } from "#lib/edge/contract/path-parameters.ts";
import type { EndpointKey, JsonOf } from "#lib/endpoints.ts";
import { MAX_STREAMED, NEXT_CURSOR, streamedEntry, streamQuery } from "#lib/platform/contract/audit/stream.ts";
import { errorBody } from "#lib/platform/contract/error.ts";
import { filterFields } from "#lib/platform/contract/filter-input.ts";
import { MAX_CURSOR, MAX_PAGE_ROWS, PAGE_ROWS } from "#lib/platform/contract/pages.ts";
import type { Scope } from "#lib/platform/contract/permissions.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { packageQuery } from "#lib/records/contract/evidence/package-input.ts";
import { consistencyProof, inclusionProof, MAX_ENTRIES } from "#lib/records/contract/evidence/proofs.ts";
import { headTimestamps } from "#lib/records/contract/evidence/timestamps.ts";
import { fileDates, madeStatement } from "#lib/statements/contract/statement-answers.ts";
import { statementInput } from "#lib/statements/contract/statement-input.ts";

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The list's filter, as in the address of the page. */
const filterParameters = Object.fromEntries(
  Object.entries(filterFields(VERIFICATION_FILTER)).map(([name, field]) => {
    let given: z.ZodType = field;
    while (given instanceof z.ZodOptional || given instanceof z.ZodNullable) given = given.unwrap() as z.ZodType;
    const several = given instanceof z.ZodArray ? " May be repeated, or has values separated by commas." : "";
    return [name, given.optional().meta({ description: `As in the address of the list of verifications.${several}` })];
  }),
);

const pageParameters = {
  cursor: z.string().max(MAX_CURSOR).optional().meta({ description: "The next_cursor of the page before." }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_ROWS)
    .default(PAGE_ROWS)
    .meta({ description: "The largest number of rows of the answer." }),
};

/** A number of entries, as `numberOfEntries` reads it. */
const entries = (description: string) => z.int().min(0).max(MAX_ENTRIES).meta({ description });

const TAGS = {
  verifications: "Verifications as Cotejo knows them from deliveries and readings.",
  statements: "What people and systems state about verifications.",
  exports: "Lists as files.",
  decisions: "Decisions of reviews.",
  audit: "The audit trail.",
  evidence: "The evidence log (RFC 6962), its time stamps and packages of evidence.",
};

const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { "application/json": { schema } },
});

const failure = (description: string) => json(description, errorBody);

type Operation<Key extends EndpointKey> = Omit<ZodOpenApiOperationObject, "responses"> & {
  operationId: string;
  description: string;
  /** The answer in JSON, of the type that the contract has; other answers are among `responses`. */
  answer?: { description: string; schema: z.ZodType<JsonOf<Key>> };
  responses?: ZodOpenApiOperationObject["responses"];
};

/** An endpoint of the contract as OpenAPI has it: with the failures of each, and the permission that its tokens need. */
function operation<Key extends EndpointKey>(
  endpoint: Key,
  scope: Scope,
  { answer, responses, ...about }: Operation<Key>,
): ZodOpenApiPathsObject {
  const [method = "", path = ""] = endpoint.split(" ");
  return {
    [path]: {
      [method.toLowerCase()]: {
        ...about,
        tags: scope.split(".", 1),
        security: [{ token: [scope] }],
        responses: {
          ...(answer && { "200": json(answer.description, answer.schema) }),
          ...responses,
          "400": failure("A parameter is unknown, or its value or cursor is not valid: the message names it."),
          "401": failure("The token is unknown, expired or revoked."),
          "403": failure(`The token, or the person who made it, lacks ${scope}.`),
          "429": failure("Too many requests of this token. Retry-After has the seconds to wait."),
        },
      },
    },
  };
}

const PATHS = {
  ...operation("GET /api/verifications", "verifications.read", {
    operationId: "listVerifications",
    summary: "A page of the list of verifications",
    description: "Ask for the next page by next_cursor, which is null on the last one.",
    requestParams: { query: z.object({ ...filterParameters, ...pageParameters }) },
    answer: { description: "The page.", schema: verificationList },
  }),
  ...operation("GET /api/verifications/{verification_id}", "verifications.read", {
    operationId: "getVerification",
    summary: "Everything known of a verification, without its people",
    description: "The audit trail records the opening.",
    requestParams: { path: pathParameters.pick({ verification_id: true }) },
    answer: { description: "The verification.", schema: verificationDetail.extend(fileDates.shape) },
    responses: {
      "404": failure("Neither the dashboard nor the service knows the verification, or it was erased."),
    },
  }),
  ...operation("POST /api/verifications/{verification_id}/statements", "statements.write", {
    operationId: "stateAboutVerification",
    summary: "A statement about a verification: dates of a document, or the business relationship",
    description:
      "It counts as stated by the token. The newest statement about a document or the relationship counts, the earlier ones " +
      "stay. Yearly checks are stated by people alone.",
    requestParams: { path: pathParameters.pick({ verification_id: true }) },
    requestBody: { content: { "application/json": { schema: statementInput } } },
    responses: {
      "201": json("The statement.", madeStatement),
      "404": failure("The dashboard does not know the verification."),
      "409": failure(
        "Somebody has stated something else meanwhile (STALE_STATEMENT), or the file has too many statements.",
      ),
      "410": failure("The verification was erased or blocked."),
    },
  }),
  ...operation("GET /api/exports/verifications", "exports.read", {
    operationId: "exportVerifications",
    summary: "The list as a file",
    description: "The audit trail records it with the filter.",
    requestParams: {
      query: z.object({
        ...filterParameters,
        format: z.enum(EXPORT_FORMATS).default("csv"),
        values: z.enum(EXPORT_VALUES).default("codes"),
        columns: z
          .array(z.enum(EXPORT_COLUMNS))
          .max(2 * EXPORT_COLUMNS.length)
          .optional()
          .meta({ description: "All columns by default. A name may also be given several at once, with commas." }),
        time_zone: z.string().optional().meta({ description: "The name of an IANA time zone." }),
      }),
    },
    responses: {
      "200": {
        description: "The file.",
        content: { [CSV]: { schema: z.string() }, [XLSX]: { schema: z.string().meta({ format: "binary" }) } },
      },
    },
  }),
  ...operation("GET /api/decisions/{decision_id}", "decisions.read", {
    operationId: "checkDecision",
    summary: "Whether a decision stands at this moment",
    description:
      "By the facts of now: the answer waits at most one second for received deliveries about the file. With checked_at " +
      "facts after that time are not considered: ask again.",
    requestParams: { path: pathParameters.pick({ decision_id: true }) },
    answer: { description: "Its standing.", schema: decisionCheck },
    responses: {
      "404": failure("No such decision."),
      "410": failure("The verification of the decision was erased or blocked here."),
    },
  }),
  ...operation("GET /api/audit/stream", "audit.stream", {
    operationId: "streamAuditEntries",
    summary: "Entries of the audit trail, oldest first",
    description:
      `At most ${MAX_STREAMED} entries, one JSON object in each line. Ask again with the cursor of the answer's header: an ` +
      "entry is answered at least once, and after a restore some are answered again. A command has two entries: its " +
      "beginning, and its end, which names the beginning.",
    requestParams: { query: streamQuery },
    responses: {
      "200": {
        description: "The entries; empty where there are none yet.",
        headers: z.object({ [NEXT_CURSOR]: z.string().optional() }),
        content: { [NDJSON]: { schema: streamedEntry.meta({ description: "One line." }) } },
      },
    },
  }),
  ...operation("GET /api/evidence/head", "evidence.read", {
    operationId: "getEvidenceHead",
    summary: "The newest signed head of the evidence log",
    description: "Signed by the key of this installation. Proofs are valid under a head.",
    answer: { description: "The head.", schema: signedHead },
    responses: {
      "404": failure("Nothing is sealed yet."),
    },
  }),
  ...operation("GET /api/evidence/consistency", "evidence.read", {
    operationId: "proveEvidenceConsistency",
    summary: "The proof that one log is the beginning of another",
    description: "By RFC 6962, section 2.1.2.",
    requestParams: {
      query: z.object({ first: entries("The size of the shorter log."), second: entries("Of the longer one.") }),
    },
    answer: { description: "The proof.", schema: consistencyProof },
  }),
  ...operation("GET /api/evidence/inclusion", "evidence.read", {
    operationId: "proveEvidenceInclusion",
    summary: "The proof that an entry is in the log",
    description: "By RFC 6962, section 2.1.1. The first entry has the index 0.",
    requestParams: {
      query: z.object({ index: entries("The index of the entry."), size: entries("The size of the log.") }),
    },
    answer: { description: "The proof.", schema: inclusionProof },
  }),
  ...operation("GET /api/evidence/verifications/{verification_id}", "evidence.read", {
    operationId: "getEvidencePackage",
    summary: "The evidence package of a verification",
    description:
      "Everything that is kept about it, with proofs under the signed head of the evidence log. People are shortened. Each package " +
      "has an entry of the trail with its reason, without which no blocked verification is read.",
    requestParams: {
      path: pathParameters.pick({ verification_id: true }),
      query: packageQuery.omit({ people: true }),
    },
    responses: {
      "200": {
        description: "The package.",
        content: {
          "application/zip": { schema: z.string().meta({ format: "binary" }) },
          "text/html": { schema: z.string() },
        },
      },
      "404": failure("The dashboard does not know the verification."),
      "409": failure("Nothing is sealed yet."),
      "410": failure("The verification was erased."),
    },
  }),
  ...operation("GET /api/evidence/timestamps", "evidence.read", {
    operationId: "listEvidenceTimestamps",
    summary: "The sent heads with their time stamps, the newest first",
    description: "Heads that were sent to the time-stamping authority (TSA_URL).",
    requestParams: { query: z.object(pageParameters) },
    answer: { description: "A page.", schema: headTimestamps },
  }),
  ...operation("GET /api/evidence/timestamps/{timestamp_id}", "evidence.read", {
    operationId: "getEvidenceTimestamp",
    summary: "The answer of the time-stamping authority for a head",
    description: "A TimeStampResp by RFC 3161, in DER.",
    requestParams: { path: z.object({ timestamp_id: entries("The id of the time stamp.") }) },
    responses: {
      "200": { description: "The time stamp.", content: { "application/timestamp-reply": { schema: z.string() } } },
      "404": failure("There is none."),
    },
  }),
};

/** The OpenAPI document of the routes that take service tokens, from the schemas of their answers. */
export const openApiDocument = () =>
  createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Cotejo",
        version: VERSION,
        description: "The routes of a Cotejo dashboard that take service tokens.",
      },
      servers: [{ url: env().APP_ORIGIN }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "cot_…" } } },
      paths: PATHS,
    },
    {
      // Further fields may be added to an answer.
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
