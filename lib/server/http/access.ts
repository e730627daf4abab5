import type { NextRequest } from "next/server";
import { may, type Permission } from "#lib/contract/access/permissions.ts";
import type { Session } from "#lib/server/access/sessions.ts";
import { type Actor, actorOf } from "#lib/server/audit/actor.ts";
import { patternOf, recordDenial } from "#lib/server/audit/command.ts";
import { idsOfParams } from "#lib/server/audit/write.ts";
import { env } from "#lib/server/base/env.ts";
import {
  CotejoError,
  forbidden,
  passwordChangeRequired,
  scopeMissing,
  secondFactorMissing,
  stepUpRequired,
} from "#lib/server/base/errors.ts";
import { findToken, mayUse } from "#lib/server/tokens/bearer.ts";

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
  return refuse(scopeMissing(permission), permission, request, params, actorOf(request, null, token));
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

/** Why a session is refused; null where it is not. */
export function refusalOf(
  { user, recentlyAuthenticated, mustEnrol, mustChangePassword }: Session,
  permission: Permission,
  { crossSite, stepUp }: { crossSite: boolean; stepUp?: true | undefined },
): CotejoError | null {
  if (crossSite) return csrfRefused();
  if (!may(user.role, permission)) return forbidden();
  if (permission !== "account.own") {
    if (mustChangePassword) return passwordChangeRequired();
    if (mustEnrol) return secondFactorMissing();
  }
  return stepUp && !recentlyAuthenticated ? stepUpRequired() : null;
}

export const csrfRefused = () => new CotejoError("CSRF_REFUSED", 403, "Requests from other sites are refused.");
