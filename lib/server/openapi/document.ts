import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Scope } from "#lib/contract/access/permissions.ts";
import { MAX_STREAMED, NEXT_CURSOR, streamedEntry } from "#lib/contract/audit/stream.ts";
import { errorBody } from "#lib/contract/error.ts";
import { packageQuery } from "#lib/contract/evidence/package-input.ts";
import { consistencyProof, inclusionProof, signedHead } from "#lib/contract/evidence/proofs.ts";
import { headTimestamps } from "#lib/contract/evidence/timestamps.ts";
import { MAX_PAGE_ROWS, PAGE_ROWS } from "#lib/contract/pages.ts";
import { decisionCheck } from "#lib/contract/review/decision-check.ts";
import { EXPORT_COLUMNS, EXPORT_FORMATS, EXPORT_VALUES } from "#lib/contract/verifications/export.ts";
import { verificationDetail, verificationList } from "#lib/contract/verifications/verification-answers.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { env } from "#lib/server/base/env.ts";
import { VERSION } from "#lib/server/base/version.ts";

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The names of the list's filter, as in the address of the page; a name may be given several times. */
const filterParameters = Object.fromEntries(
  Object.keys(VERIFICATION_FILTER.empty).map((name) => [
    name,
    z.string().optional().meta({ description: "As in the address of the list of verifications." }),
  ]),
);

const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { "application/json": { schema } },
});

const failure = (description: string) => json(description, errorBody);

/** The failures of every route, and the permission that its tokens need. */
function operation(scope: Scope, { responses, ...about }: ZodOpenApiOperationObject): ZodOpenApiOperationObject {
  return {
    ...about,
    security: [{ token: [scope] }],
    responses: {
      ...responses,
      "400": failure("A parameter is unknown, or its value or cursor is not valid: the message names it."),
      "401": failure("The token is unknown, expired or revoked."),
      "403": failure(`The token, or the person who made it, lacks ${scope}.`),
      "429": failure("Too many requests of this token. Retry-After has the seconds to wait."),
    },
  };
}

const verificationPath = z.object({ verification_id: z.string() });

const PATHS: ZodOpenApiPathsObject = {
  "/api/verifications": {
    get: operation("verifications.read", {
      summary: "A page of the list of verifications",
      requestParams: {
        query: z.object({
          ...filterParameters,
          cursor: z.string().optional().meta({ description: "The next_cursor of the page before." }),
          limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).default(PAGE_ROWS),
        }),
      },
      responses: { "200": json("The page.", verificationList) },
    }),
  },
  "/api/verifications/{verification_id}": {
    get: operation("verifications.read", {
      summary: "Everything known of a verification, without its people",
      requestParams: { path: verificationPath },
      responses: {
        "200": json("The verification.", verificationDetail),
        "404": failure("Neither the dashboard nor the service knows the verification, or it was erased."),
      },
    }),
  },
  "/api/exports/verifications": {
    get: operation("exports.read", {
      summary: "The list as a file",
      description: "The audit trail records it with the filter.",
      requestParams: {
        query: z.object({
          ...filterParameters,
          format: z.enum(EXPORT_FORMATS).default("csv"),
          values: z.enum(EXPORT_VALUES).default("codes"),
          columns: z
            .array(z.enum(EXPORT_COLUMNS))
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
  },
  "/api/decisions/{decision_id}": {
    get: operation("decisions.read", {
      summary: "Whether a decision stands at this moment",
      description:
        "By the facts of now: the answer waits at most one second for received deliveries about the file. With checked_at " +
        "facts after that time are not considered: ask again.",
      requestParams: { path: z.object({ decision_id: z.string() }) },
      responses: {
        "200": json("Its standing.", decisionCheck),
        "404": failure("No such decision."),
        "410": failure("The verification of the decision was erased or blocked here."),
      },
    }),
  },
  "/api/audit/stream": {
    get: operation("audit.stream", {
      summary: "Entries of the audit trail, oldest first",
      description:
        `At most ${MAX_STREAMED} entries, one JSON object in each line. Ask again with the cursor of the answer's header: an ` +
        "entry is answered at least once, and after a restore some are answered again. A command has two entries: its " +
        "beginning, and its end, which names the beginning.",
      requestParams: { query: z.object({ cursor: z.string().optional() }) },
      responses: {
        "200": {
          description: "The entries; empty where there are none yet.",
          headers: z.object({ [NEXT_CURSOR]: z.string().optional() }),
          content: { [NDJSON]: { schema: streamedEntry.meta({ description: "One line." }) } },
        },
      },
    }),
  },
  "/api/evidence/head": {
    get: operation("evidence.read", {
      summary: "The newest signed head of the evidence log",
      responses: {
        "200": json("The head.", signedHead),
        "404": failure("Nothing is sealed yet."),
      },
    }),
  },
  "/api/evidence/consistency": {
    get: operation("evidence.read", {
      summary: "The proof that one log is the beginning of another",
      description: "By RFC 6962, section 2.1.2.",
      requestParams: { query: z.object({ first: z.int(), second: z.int() }) },
      responses: { "200": json("The proof.", consistencyProof) },
    }),
  },
  "/api/evidence/inclusion": {
    get: operation("evidence.read", {
      summary: "The proof that an entry is in the log",
      description: "By RFC 6962, section 2.1.1. The first entry has the index 0.",
      requestParams: { query: z.object({ index: z.int(), size: z.int() }) },
      responses: { "200": json("The proof.", inclusionProof) },
    }),
  },
  "/api/evidence/verifications/{verification_id}": {
    get: operation("evidence.read", {
      summary: "The evidence package of a verification",
      description:
        "Everything that is kept about it, with proofs under the signed head of the evidence log. People are shortened. Each package " +
        "has an entry of the trail with its reason, without which no blocked verification is read.",
      requestParams: {
        path: verificationPath,
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
  },
  "/api/evidence/timestamps": {
    get: operation("evidence.read", {
      summary: "The sent heads with their time stamps, the newest first",
      requestParams: { query: z.object({ cursor: z.string().optional() }) },
      responses: { "200": json("A page.", headTimestamps) },
    }),
  },
  "/api/evidence/timestamps/{timestamp_id}": {
    get: operation("evidence.read", {
      summary: "The answer of the time-stamping authority for a head",
      description: "A TimeStampResp by RFC 3161, in DER.",
      requestParams: { path: z.object({ timestamp_id: z.int() }) },
      responses: {
        "200": { description: "The time stamp.", content: { "application/timestamp-reply": { schema: z.string() } } },
        "404": failure("There is none."),
      },
    }),
  },
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
