import { queryOptions } from "@tanstack/react-query";
import type { Account, Enrolment, RecoveryCodes } from "#lib/contract/access/account.ts";
import type { PasswordChange } from "#lib/contract/access/account-input.ts";
import type { ListedSession } from "#lib/contract/access/user-list.ts";
import { api } from "./api.ts";

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

/** One of one's own sessions, or all but this one. */
export const endOwnSession = (session: string | null): Promise<void> =>
  api(session === null ? "/api/account/sessions" : `/api/account/sessions/${encodeURIComponent(session)}`, {
    method: "DELETE",
  });
