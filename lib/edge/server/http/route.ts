import type { NextRequest } from "next/server";
import { z } from "zod";
import { ScimProblem } from "#lib/access/contract/scim/problem.ts";
import { scimErrorResponse, scimJson } from "#lib/access/server/scim/responses.ts";
import { currentSession } from "#lib/access/server/session.ts";
import { type Session, touchSession } from "#lib/access/server/sessions.ts";
import { bearerOf, findScimToken, type ScimToken, type ServiceToken } from "#lib/access/server/tokens/bearer.ts";
import { blocked, isBlocked } from "#lib/core/server/inbox/erasure-marks.ts";
import { coveredResult } from "#lib/core/server/need-to-know/cover.ts";
import { pathParameters } from "#lib/edge/contract/path-parameters.ts";
import type { AnswerOf, BodySchemaOf, EndpointKey, ParameterOf } from "#lib/endpoints.ts";
import type { AuditAction } from "#lib/platform/contract/audit/audit.ts";
import { type Actor, actorOf } from "#lib/platform/server/audit/actor.ts";
import { type CommandAudit, NO_AUDIT, runAudited } from "#lib/platform/server/audit/command.ts";
import { idsOfParams } from "#lib/platform/server/audit/write.ts";
import { clientAddress } from "#lib/platform/server/base/client-address.ts";
import { CotejoError, invalid, unauthorized } from "#lib/platform/server/base/errors.ts";
import { createCallLimit } from "#lib/platform/server/base/limits.ts";
import { database } from "#lib/platform/server/db/database.ts";
import { ANY_QUERY, type GivenQuery, queryIn } from "#lib/platform/server/http/page-parameters.ts";
import { type Media, readBody, unstorable } from "#lib/platform/server/http/read-body.ts";
import { errorResponse } from "#lib/platform/server/http/responses.ts";
import {
  type Access,
  admitToken,
  csrfRefused,
  isCrossSite,
  isReadFromOtherSite,
  type PathParams,
  refusalOf,
  refuse,
  SAFE,
} from "./access.ts";

/** In an encoded address: U+0000, or a lone surrogate, which decoding would replace by another character. */
const UNSTORABLE = /%00|%ed%[ab][\da-f]/i;
type Rule<Needed extends Access = Access> = {
  /**
   * Permission of the caller, `public`, or `scim` for a directory by its own token, whose errors have the shape of
   * SCIM. It has no default, so that no route forgets it.
   */
  access: Needed;
  /** The password must have been given within the last ten minutes: for keys, secrets and users (design §9). */
  stepUp?: true;
  /**
   * The action under which each call is recorded, at its beginning and its end. Every unsafe method has one, or `null`
   * with a reason: a read by POST, or a handler that writes its own entries.
   */
  audit?: AuditAction | null;
  /** Whether a call is recorded, by its parameters; by default every call is. */
  isRecorded?: (parameters: URLSearchParams) => boolean;
  /** The most calls in a minute: of a user or service token, of an address for `public`; and of all together. */
  perMinute?: number;
  perMinuteInTotal?: number;
  /** The caller is a server, authenticated by body or token: no cross-site check applies and no cookie is read. */
  fromServers?: true;
  /** Service tokens with the permission among their scopes may call it too (`Authorization: Bearer cot_…`). */
  token?: true;
  /** The answer is text that the caller wrote and goes on writing: nothing in it is covered. */
  ownText?: true;
};

type Definition<Key extends EndpointKey, Needed extends Access, Body, Taken, Query> = Rule<Needed> & {
  token?: Taken;
  /** Query parameters, a repeated one as a list; by default none. A strict object: unknown ones are refused. */
  query?: z.ZodType<Query>;
  /** Limit of the body; 64 KiB by default. */
  maxBodyBytes?: number;
  /**
   * The form of the body, JSON by default. `csp-report`: browsers send it by themselves and read no answer, so nothing
   * beyond the limit is read. `form`: fields, as the OpenID provider sends them. `scim`: JSON under its own name or SCIM's.
   */
  media?: Media;
  /** Pages call it without a user's action, like reads: it does not count as activity. */
  idle?: true;
} & (BodySchemaOf<Key> extends z.ZodType ? { body: Body & BodySchemaOf<Key> } : { body?: undefined });

type Caller = {
  session: Session | null;
  /** The token of a call without a session: of a service, or of the directory. */
  token: ServiceToken | ScimToken | null;
};
const NOBODY: Caller = { session: null, token: null };

type Call<Key extends EndpointKey, Needed extends Access, Body, Taken, Query> = {
  request: NextRequest;
  params: { [Name in ParameterOf<Key>]: z.output<(typeof pathParameters)["shape"][Name]> };
  query: Query;
  /** All query parameters, for handlers that parse them. */
  parameters: URLSearchParams;
  body: Body extends z.ZodType ? z.output<Body> : undefined;
  /** Also null for a service token, on a route that takes one. */
  session: Needed extends "public" | "scim" ? null : Taken extends true ? Session | null : Session;
  /** The user whose permissions the call has: the user of the session, or the creator of the service token. */
  user: Needed extends "public" | "scim" ? null : Session["user"];
  actor: Actor;
  /** The name of the service token of the call; null for a session. */
  tokenName: string | null;
  /** The command, for the audit entry of its outcome. */
  audit: CommandAudit;
};

/**
 * The wrapper of every route handler (design §8): cross-site check, session, permission, parsed input, one verb, audit
 * entries, mapped errors. The handler returns the answer of its endpoint (`lib/<module>/endpoints.ts`), as data or by `json`. The
 * returned function exposes its definition to tests and the documentation.
 */
export function route<
  Key extends EndpointKey,
  Needed extends Access,
  Body extends z.ZodType | undefined = undefined,
  Taken extends true | undefined = undefined,
  Query = undefined,
>(
  endpoint: Key,
  definition: Definition<Key, Needed, Body, Taken, Query>,
  handler: (call: Call<Key, Needed, Body, Taken, Query>) => Promise<AnswerOf<Key> | JsonAnswer<AnswerOf<Key>>>,
) {
  const path = parametersIn(endpoint);
  const { perMinute: calls, perMinuteInTotal: inTotal } = definition;
  const withinLimit = calls && createCallLimit({ calls, seconds: 60, inTotal });
  const handle = async (
    request: NextRequest,
    context: { params: Promise<PathParams | undefined> },
  ): Promise<Response> => {
    /** The answer as the reader may see it, once the reader is known. */
    let shown = async (result: unknown): Promise<unknown> => result;
    try {
      // Checked first: a refusal is recorded with the ids of the address.
      if (UNSTORABLE.test(`${request.nextUrl.pathname}${request.nextUrl.search}`)) {
        const inFilter = definition.access === "scim" && request.nextUrl.searchParams.has("filter");
        throw unstorable(inFilter ? (message) => new ScimProblem("invalidFilter", message) : undefined);
      }
      const given = (await context.params) ?? {};
      const { session, token } = await admit(definition, request, given);
      if (withinLimit) withinLimit(token?.id ?? session?.user.id ?? clientAddress(request.headers) ?? "");
      if (session && !definition.idle && !SAFE.has(request.method)) await touchSession(session.idHash);
      const params = parse(path, given, () => new CotejoError("NOT_FOUND", 404, "Not found."));
      const { searchParams: parameters } = request.nextUrl;
      const query = parseQuery(definition.query ?? unstated(definition.access), queryIn(parameters));
      const body =
        definition.body &&
        parse(definition.body, await readBody(request, definition.body, definition), notValid("body"));
      await refuseBlocked(definition.access, params);
      const actor = actorOf(request, session, token);
      const tokenName = token && "name" in token ? token.name : null;
      const user = token?.user ?? session?.user ?? null;
      const about = (params as { verification_id?: string }).verification_id;
      if (user && !definition.ownText) shown = (result) => coveredResult(user.role, result, about);
      const work = (audit: CommandAudit) =>
        handler({ request, params, query, parameters, body, session, user, actor, audit, tokenName } as Parameters<
          typeof handler
        >[0]);
      const { audit: action, isRecorded } = definition;
      const result =
        action && (isRecorded?.(parameters) ?? true)
          ? await runAudited({ action, ids: idsOfParams(given), actor }, work)
          : await work(NO_AUDIT);
      const covered = await shown(result);
      const answer = covered instanceof Response ? covered : answerOf(covered, definition.access);
      return request.method === "HEAD" ? await withoutBody(answer) : answer;
    } catch (error) {
      const place = { method: request.method, path: request.nextUrl.pathname };
      if (definition.access === "scim") return scimErrorResponse(error, place);
      const answer = errorResponse(error, place);
      // A refusal may quote the file or the service; another error has a text of ours, and may be the database's.
      if (!(error instanceof CotejoError)) return answer;
      return shown(answer).catch((failure: unknown) => errorResponse(failure, place)) as Promise<Response>;
    }
  };
  const exposed: Rule & { endpoint: EndpointKey } = { ...definition, endpoint };
  return Object.assign(handle, { definition: exposed });
}

/** The schema of the parameters in a path. */
const parametersIn = (endpoint: string) =>
  z.object(
    Object.fromEntries(
      [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
        name,
        pathParameters.shape[name as keyof typeof pathParameters.shape],
      ]),
    ),
  );

/** Permissions that blocked files allow, as evidence and for erasure; the sandbox plays the service, without blocks. */
const OF_BLOCKED_FILES: readonly Access[] = ["evidence.read", "verifications.erase", "sandbox.play"];

/** Throws BLOCKED for any other call about a blocked file. */
async function refuseBlocked(access: Access, params: unknown): Promise<void> {
  const id = (params as { verification_id?: unknown } | undefined)?.verification_id;
  if (typeof id !== "string" || OF_BLOCKED_FILES.includes(access)) return;
  if (await isBlocked(database().pool, id)) throw blocked();
}

/** Next answers HEAD by the handler of GET and drops the body, whose producer would continue without a reader. */
async function withoutBody(answer: Response): Promise<Response> {
  if (!answer.body) return answer;
  await answer.body.cancel();
  return new Response(null, { status: answer.status, headers: answer.headers });
}

function answerOf(result: unknown, access: Access): Response {
  if (result === undefined) return new Response(null, { status: 204 });
  return access === "scim" ? scimJson(result) : json(result, 200);
}

declare const data: unique symbol;
/** A response with this data in JSON. */
export type JsonAnswer<Data> = Response & { readonly [data]: Data };

/** JSON that is not cached: most answers hold personal data. */
export const json = <Data>(data: Data, status: number, headers: Record<string, string> = {}): JsonAnswer<Data> =>
  Response.json(data, { status, headers: { "cache-control": "no-store", ...headers } }) as JsonAnswer<Data>;

/** The caller's session or service token. Refusals of known callers are recorded. */
async function admit(rule: Rule, request: NextRequest, params: PathParams): Promise<Caller> {
  const { access, stepUp } = rule;
  const bearer = bearerOf(request.headers.get("authorization"));
  if (access === "scim") {
    if (bearer === null) throw new CotejoError("UNAUTHORIZED", 401, "Send the token of the directory.");
    return { session: null, token: await findScimToken(bearer) };
  }
  if (bearer !== null) {
    if (!rule.token)
      throw new CotejoError("TOKEN_REFUSED", 403, "This address takes no service token: sign in instead.");
    return access === "public" ? NOBODY : { session: null, token: await admitToken(bearer, access, request, params) };
  }
  if (access !== "public" && isReadFromOtherSite(request)) throw csrfRefused();
  const crossSite = isCrossSite(request);
  if (access === "public") {
    if (crossSite && !rule.fromServers) throw csrfRefused();
    return NOBODY;
  }
  const session = await currentSession();
  if (!session) throw crossSite ? csrfRefused() : unauthorized();
  const error = refusalOf(session, access, { crossSite, stepUp });
  if (!error) return { session, token: null };
  if (error.code === "STEP_UP_REQUIRED") throw error;
  return refuse(error, access, request, params, actorOf(request, session));
}

const NO_QUERY = z.strictObject({});
/** A directory may add parameters to each request (RFC 7644 §3.4.2, §3.9). */
const unstated = (access: Access): z.ZodType => (access === "scim" ? ANY_QUERY : NO_QUERY);
/** Code units of an unknown name in an answer. */
const MAX_NAME = 100;

const notValid = (whole: string) => (field: string) => invalid(`Invalid ${field || whole}.`);

function parse<T>(schema: z.ZodType<T> | undefined, input: unknown, refuse: (field: string) => CotejoError) {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error.issues[0]?.path.join(".") ?? "");
}

function parseQuery(schema: z.ZodType, given: GivenQuery): unknown {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []))[0];
  throw notValid("parameters")(unknown?.slice(0, MAX_NAME) ?? String(issues[0]?.path[0] ?? ""));
}
