import { queryOptions } from "@tanstack/react-query";
import type { PasswordChange, UserChange } from "#lib/contract/access/access-input.ts";
import type {
  Account,
  ConsentAction,
  CreatedUser,
  Enrolment,
  GivenConsent,
  ListedSession,
  MadeLink,
  RecoveryCodes,
  Role,
  UserList,
} from "#lib/contract/access/user.ts";
import type { HeldReviews } from "#lib/contract/verifications/review.ts";
import { api } from "./api.ts";

export const userKeys = {
  all: ["users"] as const,
  sessions: (id: string) => ["users", id, "sessions"] as const,
  reviews: (id: string) => ["users", id, "reviews"] as const,
};

const at = (id: string, ...rest: string[]) => ["/api/users", ...[id, ...rest].map(encodeURIComponent)].join("/");

export const usersOptions = () =>
  queryOptions({
    queryKey: userKeys.all,
    queryFn: ({ signal }) => api<UserList>("/api/users", { signal }),
    staleTime: 0,
  });

export const userSessionsOptions = (id: string) =>
  queryOptions({
    queryKey: userKeys.sessions(id),
    queryFn: ({ signal }) => api<{ items: ListedSession[] }>(at(id, "sessions"), { signal }),
    staleTime: 0,
  });

/** The unresolved reviews of an account. */
export const heldReviewsOptions = (id: string) =>
  queryOptions({
    queryKey: userKeys.reviews(id),
    queryFn: ({ signal }) => api<HeldReviews>(at(id, "reviews"), { signal }),
    staleTime: 0,
  });

export const inviteUser = (invitation: { email: string; name: string; role: Role }) =>
  api<CreatedUser>("/api/users", { method: "POST", body: invitation });

export const changeUser = ({ id, change }: { id: string; change: UserChange }) =>
  api<CreatedUser>(at(id), { method: "PATCH", body: change });

export const withdrawInvitation = (id: string): Promise<void> => api(at(id), { method: "DELETE" });

/** A new invitation, or a reset. */
export const renewLink = (id: string) => api<MadeLink>(at(id, "link"), { method: "POST" });

export const removeUsersFactor = (id: string): Promise<void> => api(at(id, "second-factor"), { method: "DELETE" });

/** Ends one session of a user, or all. */
export const endUserSessions = ({ id, session }: { id: string; session: string | null }): Promise<void> =>
  api(session === null ? at(id, "sessions") : at(id, "sessions", session), { method: "DELETE" });

/** From now on a second admin has to agree. */
/** Answers the number of ended one-time links. */
export const requireConsent = (): Promise<{ ended_links: number }> => api("/api/consent", { method: "POST" });

export const askConsent = (user_id: string, action: ConsentAction): Promise<void> =>
  api("/api/consent/requests", { method: "POST", body: { user_id, action } });

const request = (id: string) => `/api/consent/requests/${encodeURIComponent(id)}`;

/** Consents, which executes the request. */
export const giveConsent = (id: string) => api<GivenConsent>(request(id), { method: "POST" });

export const declineConsent = (id: string): Promise<void> => api(request(id), { method: "DELETE" });

export const accountKeys = { all: ["account"] as const, sessions: ["account", "sessions"] as const };

export const accountOptions = () =>
  queryOptions({
    queryKey: accountKeys.all,
    queryFn: ({ signal }) => api<Account>("/api/account", { signal }),
    staleTime: 0,
  });

export const ownSessionsOptions = () =>
  queryOptions({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => api<{ items: ListedSession[] }>("/api/account/sessions", { signal }),
    staleTime: 0,
  });

export const changePassword = (change: PasswordChange): Promise<void> =>
  api("/api/account/password", { method: "POST", body: change });

export const beginEnrolment = () => api<Enrolment>("/api/account/second-factor", { method: "POST" });

export const confirmEnrolment = (code: string) =>
  api<RecoveryCodes>("/api/account/second-factor/confirmation", { method: "POST", body: { code } });

export const removeSecondFactor = (): Promise<void> => api("/api/account/second-factor", { method: "DELETE" });

export const renewRecoveryCodes = () => api<RecoveryCodes>("/api/account/recovery-codes", { method: "POST" });

export const acknowledgeNotices = (ids: string[]): Promise<void> =>
  api("/api/account/notices", { method: "POST", body: { ids } });

/** Ends a session of the user, or all but this one. */
export const endOwnSession = (session: string | null): Promise<void> =>
  api(session === null ? "/api/account/sessions" : `/api/account/sessions/${encodeURIComponent(session)}`, {
    method: "DELETE",
  });
