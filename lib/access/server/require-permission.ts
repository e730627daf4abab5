import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { may, type Permission } from "#lib/platform/contract/permissions.ts";
import { actorOf } from "#lib/platform/server/audit/actor.ts";
import { recordDenial } from "#lib/platform/server/audit/command.ts";
import { CotejoError, forbidden } from "#lib/platform/server/base/errors.ts";
import { currentSession, requireSession } from "./session.ts";
import type { Session } from "./sessions.ts";

/**
 * For pages: the signed-in user with this permission. Without a session it redirects to the sign-in page; without the
 * permission it answers 404, and records the refusal. Each page calls it: a layout is not rendered again on each
 * navigation.
 */
export async function requirePermission(permission: Permission): Promise<Session["user"]> {
  const { user } = await requireSession();
  if (!may(user.role, permission)) {
    await refuse(permission).catch((error: unknown) => {
      // Repeated refusals beyond the limit are not recorded.
      if (!(error instanceof CotejoError)) throw error;
    });
    notFound();
  }
  return user;
}

/** Records a refusal once for each request, however many parts of the page check the permission. */
const refuse = cache(async (permission: Permission): Promise<void> => {
  const [session, request] = await Promise.all([currentSession(), headers()]);
  // The first part of the path identifies the page; the rest is free text.
  const [, page = ""] = (request.get("x-cotejo-path") ?? "").split(/[/?]/);
  const denied = { method: "GET", route: `/${page}`, permission, ids: {}, error: forbidden() };
  await recordDenial(denied, actorOf({ headers: request }, session));
});
