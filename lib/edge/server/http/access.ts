import type { NextRequest } from "next/server";
import type { Session } from "#lib/access/server/sessions.ts";
import { findToken, mayUse } from "#lib/access/server/tokens/bearer.ts";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import { type Actor, actorOf } from "#lib/platform/server/audit/actor.ts";
import { patternOf, recordDenial } from "#lib/platform/server/audit/command.ts";
import { idsOfParams } from "#lib/platform/server/audit/write.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { CotejoError, forbidden, stepUpRequired } from "#lib/platform/server/base/errors.ts";

/** `scim`: requests of a directory, with a token of its own. */
export type Access = "public" | "scim" | Permission;

/** By name; Next passes undefined where the path has no parameters. */
export type PathParams = Record<string, string | string[] | undefined>;

export const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const OTHER_SITES = new Set(["cross-site", "same-site"]);

/**
 * Design §9: unsafe methods need `Sec-Fetch-Site: same-origin` or an `Origin` equal to `APP_ORIGIN`. The request's own
 * URL is not used: behind a proxy it names another host.
 */
export function isCrossSite({ method, headers }: NextRequest): boolean {
  if (SAFE.has(method)) return false;
  return headers.get("sec-fetch-site") !== "same-origin" && headers.get("origin") !== env().APP_ORIGIN;
}

/**
 * Whether a page of another site caused this read. A link or a window of another site carries the session cookie, and
 * reads write audit entries in the name of the user (opened files, people's data, refusals). Typed addresses and
 * scripts outside browsers send no such header.
 */
export const isReadFromOtherSite = ({ method, headers }: NextRequest): boolean =>
  SAFE.has(method) && OTHER_SITES.has(headers.get("sec-fetch-site") ?? "");

/** No cross-site check for tokens: no cookie is read, and no browser sends the `Authorization` header by itself. */
export async function admitToken(bearer: string, permission: Permission, request: NextRequest, params: PathParams) {
  const token = await findToken(bearer);
  if (mayUse(token, permission)) return token;
  const words = `This service token, or the person who made it, lacks ${permission}.`;
  const error = new CotejoError("FORBIDDEN", 403, words);
  return refuse(error, permission, request, params, actorOf(request, null, token));
}

export async function refuse(
  error: CotejoError,
  permission: Permission,
  { method, nextUrl }: NextRequest,
  params: PathParams,
  actor: Actor,
): Promise<never> {
  const route = patternOf(nextUrl.pathname, params);
  await recordDenial({ method, route, permission, ids: idsOfParams(params), error }, actor);
  throw error;
}

const OWN_PASSWORD = "Choose a password of your own first: somebody else chose this one.";
const SECOND_FACTOR = "Set up a second factor first: this installation asks for one.";

/** Why a session is refused; null where it is not. STEP_UP_REQUIRED asks for the password, and is not recorded. */
export function refusalOf(
  { user, recentlyAuthenticated, mustEnrol, mustChangePassword }: Session,
  permission: Permission,
  { crossSite, stepUp }: { crossSite: boolean; stepUp?: true | undefined },
): CotejoError | null {
  if (crossSite) return csrfRefused();
  if (!may(user.role, permission)) return forbidden();
  if (permission !== "account.own") {
    if (mustChangePassword) return new CotejoError("PASSWORD_CHANGE_REQUIRED", 403, OWN_PASSWORD);
    if (mustEnrol) return new CotejoError("SECOND_FACTOR_MISSING", 403, SECOND_FACTOR);
  }
  return stepUp && !recentlyAuthenticated ? stepUpRequired() : null;
}

export const csrfRefused = () => new CotejoError("CSRF_REFUSED", 403, "Requests from other sites are refused.");
