import type { PasswordChange, UserChange } from "#lib/access/contract/access-input.ts";
import type { ConsentAction } from "#lib/access/contract/user.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";

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

export const changeUser = ({ id, change }: { id: string; change: UserChange }) =>
  api("PATCH /api/users/{user_id}", { params: { user_id: id }, body: change });

export const askConsent = (user_id: string, action: ConsentAction): Promise<void> =>
  api("POST /api/consent/requests", { body: { user_id, action } });

export const accountKeys = { all: ["account"] as const };

export const accountOptions = () => queryOf(accountKeys.all, "GET /api/account", { staleTime: 0 });

export const ownSessionsOptions = () =>
  queryOf([...accountKeys.all, "sessions"], "GET /api/account/sessions", { staleTime: 0 });

export const passwordSwitchOptions = () => queryOf(["passwords"], "GET /api/settings/passwords", { staleTime: 0 });

export const changePassword = (change: PasswordChange): Promise<void> =>
  api("POST /api/account/password", { body: change });
