import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SessionTimes, SessionUser } from "#lib/contract/access/user.ts";
import { sessionCookie } from "./cookie.ts";
import { sessionSeconds } from "./session-length.ts";
import { findSession, type Session, touchSession } from "./sessions.ts";

/** The session of the current request, looked up in the database each time: revoking bites at once. */
export const currentSession = cache(async (): Promise<Session | null> => {
  const { id } = await sessionCookie();
  return id ? findSession(id) : null;
});

const publicUser = ({ email, name, role }: SessionUser): SessionUser => ({ email, name, role });

/** Who is signed in; null for nobody. */
export async function currentUser(): Promise<SessionUser | null> {
  const session = await currentSession();
  return session && publicUser(session.user);
}

/** The sign-in page, which leads back to this path. */
export const signInAddress = (path: string): string =>
  path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;

/** The only page of who has to set up a second factor first. */
const ENROLMENT_PAGE = "/account";

/**
 * For pages: whoever is signed in, or off to the sign-in page and back. Who still has to set up a second factor is led
 * to that, wherever they wanted to go. Opening a page counts as activity.
 */
export async function requireSession(): Promise<Session> {
  const session = await currentSession();
  const path = (await headers()).get("x-cotejo-path") ?? "/";
  if (!session) redirect(signInAddress(path));
  if (session.mustEnrol && path.split("?")[0] !== ENROLMENT_PAGE) redirect(ENROLMENT_PAGE);
  await touchSession(session.idHash);
  return session;
}

/** The same, for pages that want to know who it is. */
export const requireUser = async (): Promise<SessionUser> => publicUser((await requireSession()).user);

/** How long a session has, for the page that shows it. */
export const timesOf = ({ idleIn, endsIn }: Pick<Session, "idleIn" | "endsIn">): SessionTimes => ({
  idle_in: Math.max(0, Math.floor(idleIn)),
  idle_limit: sessionSeconds().idle,
  ends_in: Math.max(0, Math.floor(endsIn)),
});
