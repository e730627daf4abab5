import type { Credentials, SessionUser } from "#lib/contract/user.ts";
import { ApiError, api } from "./api.ts";

type Answer = { user: SessionUser };

/**
 * Signs in, and makes sure that the browser kept the session: one that refuses secure cookies on `http://localhost`
 * would otherwise be sent in circles. Throws ApiError; `COOKIE_REFUSED` in that case.
 */
export async function signIn(credentials: Credentials): Promise<SessionUser> {
  const { user } = await api<Answer>("/api/session", { method: "POST", body: credentials });
  await api<Answer>("/api/session").catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) {
      throw new ApiError(401, "COOKIE_REFUSED", "the browser did not keep the session cookie", null);
    }
    throw error;
  });
  return user;
}

export const signOut = (): Promise<void> => api<void>("/api/session", { method: "DELETE" });

export type Setup = { token: string; email: string; name: string; password: string };

/** Creates the first admin by the link of the banner. */
export const redeemSetupLink = (setup: Setup): Promise<{ success: true }> =>
  api("/api/setup", { method: "POST", body: setup });

/** Gives the signed-in person's password again, which makes the session a fresh one. */
export async function confirmPassword(password: string): Promise<void> {
  const { user } = await api<Answer>("/api/session");
  await signIn({ email: user.email, password });
}
