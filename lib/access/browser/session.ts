import type { Credentials } from "#lib/access/contract/access-input.ts";
import type { SessionTimes } from "#lib/access/contract/user.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";
import { currentAddress, loadPage, setLeaving, tellTabs } from "#lib/platform/browser/signed-out.ts";
import type { SessionUser } from "#lib/platform/manifest.ts";

/**
 * Signs in, and checks that the browser kept the session: a browser that refuses secure cookies on `http://localhost`
 * would otherwise be redirected in circles. Throws ApiError; `COOKIE_REFUSED` in that case.
 */
export async function signIn(credentials: Credentials): Promise<SessionUser> {
  const { user } = await api("POST /api/session", {
    body: credentials,
    signsIn: true,
  });
  await api("GET /api/session").catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) {
      throw new ApiError(401, "COOKIE_REFUSED", "the browser did not keep the session cookie", null);
    }
    throw error;
  });
  tellTabs("signed-in");
  return user;
}

/** `url`: the address at which the provider ends its own session. */
export const endSession = (): Promise<{ url: string } | undefined> => api("DELETE /api/session");

/** Signs out in all tabs, and at the provider. Running requests are refused; this does not count as an ended session. */
export async function signOutAndLeave(): Promise<void> {
  setLeaving(true);
  let ended: Awaited<ReturnType<typeof endSession>>;
  try {
    ended = await endSession();
  } catch (error) {
    setLeaving(false);
    throw error;
  }
  tellTabs("signed-out");
  loadPage(ended?.url ?? "/login");
}

type Owner = Pick<SessionUser, "email" | "role">;

/** Whether a page rendered for one user may be shown to the other. */
export const isSameOwner = (one: Owner, other: Owner): boolean => one.email === other.email && one.role === other.role;

/**
 * Seconds until this page's session ends. The request does not extend it. If another user has signed in meanwhile, in
 * another tab, the page is reloaded for them.
 */
export async function sessionTimes(owner: Owner): Promise<SessionTimes> {
  const { user, session } = await api("GET /api/session");
  if (isSameOwner(user, owner)) return session;
  loadPage(currentAddress());
  // Never resolves: the page is being replaced.
  return new Promise(() => undefined);
}

/** Reports activity on a page that makes no requests. */
export const reportActivity = async (): Promise<SessionTimes> => (await api("POST /api/session/activity")).session;
