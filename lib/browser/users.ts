import type { PasswordChange, UserChange } from "#lib/contract/access/access-input.ts";
import type { ConsentAction, PasswordSwitch, Role } from "#lib/contract/access/user.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import { api, queryOf } from "./api.ts";

export const userKeys = { all: ["users"] as const };

export const usersOptions = () => queryOf(userKeys.all, "GET /api/users", { staleTime: 0 });

export const userSessionsOptions = (id: string) =>
  queryOf([...userKeys.all, id, "sessions"], "GET /api/users/{user_id}/sessions", {
    params: { user_id: id },
    staleTime: 0,
  });

export const heldReviewsOptions = (id: string) =>
  queryOf([...userKeys.all, id, "reviews"], "GET /api/users/{user_id}/reviews", {
    params: { user_id: id },
    staleTime: 0,
  });

export const inviteUser = (invitation: { email: string; name: string; role: Role }) =>
  api("POST /api/users", { body: invitation });

export const changeUser = ({ id, change }: { id: string; change: UserChange }) =>
  api("PATCH /api/users/{user_id}", { params: { user_id: id }, body: change });

export const withdrawInvitation = (user_id: string) => api("DELETE /api/users/{user_id}", { params: { user_id } });

/** Mails a link that was shown to the admin to the user of its account. */
export const mailLink = (body: { token: string; locale: Locale }) => api("POST /api/users/link-mails", { body });

/** A new invitation, or a reset. */
export const renewLink = (user_id: string) => api("POST /api/users/{user_id}/link", { params: { user_id } });

export const removeUsersFactor = (user_id: string) =>
  api("DELETE /api/users/{user_id}/second-factor", { params: { user_id } });

export const endUserSessions = ({ id: user_id, session }: { id: string; session: string | null }) =>
  session === null
    ? api("DELETE /api/users/{user_id}/sessions", { params: { user_id } })
    : api("DELETE /api/users/{user_id}/sessions/{session_id}", { params: { user_id, session_id: session } });

export const requireConsent = (): Promise<{ ended_links: number }> => api("POST /api/consent");

export const askConsent = (user_id: string, action: ConsentAction): Promise<void> =>
  api("POST /api/consent/requests", { body: { user_id, action } });

/** Gives consent, which executes the request. */
export const giveConsent = (consent_id: string) =>
  api("POST /api/consent/requests/{consent_id}", { params: { consent_id } });

export const declineConsent = (consent_id: string) =>
  api("DELETE /api/consent/requests/{consent_id}", { params: { consent_id } });

export const accountKeys = { all: ["account"] as const };

export const accountOptions = () => queryOf(accountKeys.all, "GET /api/account", { staleTime: 0 });

export const ownSessionsOptions = () =>
  queryOf([...accountKeys.all, "sessions"], "GET /api/account/sessions", { staleTime: 0 });

/** Returns the provider's sign-in address. After the sign-in there, the account is linked. */
export const linkProvider = (): Promise<{ url: string }> => api("POST /api/account/provider");

export const unlinkProvider = (): Promise<void> => api("DELETE /api/account/provider");

export const passwordSwitchOptions = () => queryOf(["passwords"], "GET /api/settings/passwords", { staleTime: 0 });

export const switchPasswordsOff = (user_id: string): Promise<PasswordSwitch> =>
  api("PUT /api/settings/passwords", { body: { user_id } });

export const switchPasswordsOn = (): Promise<PasswordSwitch> => api("DELETE /api/settings/passwords");

export const changePassword = (change: PasswordChange): Promise<void> =>
  api("POST /api/account/password", { body: change });

export const beginEnrolment = () => api("POST /api/account/second-factor");

export const confirmEnrolment = (code: string) =>
  api("POST /api/account/second-factor/confirmation", { body: { code } });

export const removeSecondFactor = (): Promise<void> => api("DELETE /api/account/second-factor");

export const renewRecoveryCodes = () => api("POST /api/account/recovery-codes");

export const acknowledgeNotices = (ids: string[]): Promise<void> => api("POST /api/account/notices", { body: { ids } });

/** Ends one session of the user, or with null all except the current one. */
export const endOwnSession = (session: string | null) =>
  session === null
    ? api("DELETE /api/account/sessions")
    : api("DELETE /api/account/sessions/{session_id}", { params: { session_id: session } });
