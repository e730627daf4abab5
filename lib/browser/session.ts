import type { Confirmation, Credentials } from "#lib/contract/access/access-input.ts";
import type { LinkOwner, SessionTimes, SessionUser } from "#lib/contract/access/user.ts";
import { ApiError, api } from "./api.ts";
import { here, leaveFor, setLeaving, tellTabs } from "./signed-out.ts";

type Answer = { user: SessionUser; session: SessionTimes };

/**
 * Signs in, and makes sure that the browser kept the session: one that refuses secure cookies on `http://localhost`
 * would otherwise be sent in circles. Throws ApiError; `COOKIE_REFUSED` in that case.
 */
export async function signIn(credentials: Credentials): Promise<SessionUser> {
  const { user } = await api<Pick<Answer, "user">>("/api/session", {
    method: "POST",
    body: credentials,
    signsIn: true,
  });
  await api<Answer>("/api/session").catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) {
      throw new ApiError(401, "COOKIE_REFUSED", "the browser did not keep the session cookie", null);
    }
    throw error;
  });
  tellTabs("signed-in");
  return user;
}

export const endSession = (): Promise<void> => api<void>("/api/session", { method: "DELETE" });

/** Signs out, in all tabs. What they still request meanwhile is refused, and does not count as a session that has ended. */
export async function signOutAndLeave(): Promise<void> {
  setLeaving(true);
  try {
    await endSession();
  } catch (error) {
    setLeaving(false);
    throw error;
  }
  tellTabs("signed-out");
  leaveFor("/login");
}

type Owner = Pick<SessionUser, "email" | "role">;

/** Whether a page that was made for the one may be shown to the other. */
export const isSameOwner = (one: Owner, other: Owner): boolean => one.email === other.email && one.role === other.role;

/**
 * In how many seconds the session of this page ends. Asking does not lengthen it. Where somebody else has signed in
 * meanwhile, in another tab, the page is loaded anew for them.
 */
export async function sessionTimes(owner: Owner): Promise<SessionTimes> {
  const { user, session } = await api<Answer>("/api/session");
  if (isSameOwner(user, owner)) return session;
  leaveFor(here());
  // Nothing goes on here any more.
  return new Promise(() => undefined);
}

/** The user is active, on a page that makes no requests. */
export const reportActivity = async (): Promise<SessionTimes> =>
  (await api<Pick<Answer, "session">>("/api/session/activity", { method: "POST" })).session;

/** Gives the signed-in person's password again, which makes the session a fresh one. */
export const confirmPassword = (confirmation: Confirmation): Promise<void> =>
  api<void>("/api/session/step-up", { method: "POST", body: confirmation });

export type Setup = { token: string; email: string; name: string; password: string };

/** Creates the first admin by the link of the banner. */
export const redeemSetupLink = (setup: Setup): Promise<{ success: true }> =>
  api("/api/setup", { method: "POST", body: setup });

/** Whose one-time link this is. */
export const checkLink = (token: string): Promise<LinkOwner> =>
  api("/api/invitations/check", { method: "POST", body: { token } });

/** Chooses a password by a one-time link. */
export const acceptLink = (acceptance: {
  token: string;
  name?: string;
  password: string;
}): Promise<{ email: string }> => api("/api/invitations", { method: "POST", body: acceptance });
