import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SessionUser } from "#lib/contract/user.ts";
import { sessionCookie } from "./cookie.ts";
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

/** For pages: who is signed in, or off to the sign-in page and back. Opening a page counts as activity. */
export async function requireUser(): Promise<SessionUser> {
  const session = await currentSession();
  if (!session) {
    const path = (await headers()).get("x-cotejo-path") ?? "/";
    redirect(path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`);
  }
  await touchSession(session.idHash);
  return publicUser(session.user);
}
