import type { PasswordChange, UserChange } from "#lib/contract/access/access-input.ts";
import type {
  Account,
  ConsentAction,
  CreatedUser,
  Enrolment,
  GivenConsent,
  LinkMail,
  ListedSession,
  MadeLink,
  PasswordSwitch,
  RecoveryCodes,
  Role,
  UserList,
} from "#lib/contract/access/user.ts";
import type { Locale } from "#lib/contract/preferences.ts";
import type { HeldReviews } from "#lib/contract/verifications/review.ts";
import { patch, post, put, queryOf, remove } from "./api.ts";

export const userKeys = { all: ["users"] as const };

const urlOf = (id: string, ...rest: string[]) => ["/api/users", ...[id, ...rest].map(encodeURIComponent)].join("/");

export const usersOptions = () => queryOf<UserList>(userKeys.all, "/api/users", { staleTime: 0 });

export const userSessionsOptions = (id: string) =>
  queryOf<{ items: ListedSession[] }>([...userKeys.all, id, "sessions"], urlOf(id, "sessions"), { staleTime: 0 });

export const heldReviewsOptions = (id: string) =>
  queryOf<HeldReviews>([...userKeys.all, id, "reviews"], urlOf(id, "reviews"), { staleTime: 0 });

export const inviteUser = (invitation: { email: string; name: string; role: Role }) =>
  post<CreatedUser>("/api/users", invitation);

export const changeUser = ({ id, change }: { id: string; change: UserChange }) => patch<CreatedUser>(urlOf(id), change);

export const withdrawInvitation = (id: string): Promise<void> => remove(urlOf(id));

/** Mails a link that was shown to the admin to the user of its account. */
export const mailLink = (body: { token: string; locale: Locale }) => post<LinkMail>("/api/users/link-mails", body);

/** A new invitation, or a reset. */
export const renewLink = (id: string) => post<MadeLink>(urlOf(id, "link"));

export const removeUsersFactor = (id: string): Promise<void> => remove(urlOf(id, "second-factor"));

export const endUserSessions = ({ id, session }: { id: string; session: string | null }): Promise<void> =>
  remove(session === null ? urlOf(id, "sessions") : urlOf(id, "sessions", session));

export const requireConsent = (): Promise<{ ended_links: number }> => post("/api/consent");

export const askConsent = (user_id: string, action: ConsentAction): Promise<void> =>
  post("/api/consent/requests", { user_id, action });

const request = (id: string) => `/api/consent/requests/${encodeURIComponent(id)}`;

/** Gives consent, which executes the request. */
export const giveConsent = (id: string) => post<GivenConsent>(request(id));

export const declineConsent = (id: string): Promise<void> => remove(request(id));

export const accountKeys = { all: ["account"] as const };

export const accountOptions = () => queryOf<Account>(accountKeys.all, "/api/account", { staleTime: 0 });

export const ownSessionsOptions = () =>
  queryOf<{ items: ListedSession[] }>([...accountKeys.all, "sessions"], "/api/account/sessions", { staleTime: 0 });

/** Returns the provider's sign-in address. After the sign-in there, the account is linked. */
export const linkProvider = (): Promise<{ url: string }> => post("/api/account/provider");

export const unlinkProvider = (): Promise<void> => remove("/api/account/provider");

export const passwordSwitchOptions = () =>
  queryOf<PasswordSwitch>(["passwords"], "/api/settings/passwords", { staleTime: 0 });

export const switchPasswordsOff = (user_id: string): Promise<PasswordSwitch> =>
  put("/api/settings/passwords", { user_id });

export const switchPasswordsOn = (): Promise<PasswordSwitch> => remove("/api/settings/passwords");

export const changePassword = (change: PasswordChange): Promise<void> => post("/api/account/password", change);

export const beginEnrolment = () => post<Enrolment>("/api/account/second-factor");

export const confirmEnrolment = (code: string) =>
  post<RecoveryCodes>("/api/account/second-factor/confirmation", { code });

export const removeSecondFactor = (): Promise<void> => remove("/api/account/second-factor");

export const renewRecoveryCodes = () => post<RecoveryCodes>("/api/account/recovery-codes");

export const acknowledgeNotices = (ids: string[]): Promise<void> => post("/api/account/notices", { ids });

/** Ends one session of the user, or with null all except the current one. */
export const endOwnSession = (session: string | null): Promise<void> =>
  remove(session === null ? "/api/account/sessions" : `/api/account/sessions/${encodeURIComponent(session)}`);
