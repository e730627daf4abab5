import type { NewServiceToken } from "#lib/contract/tokens/token-input.ts";
import { api, queryOf } from "./api.ts";

export const tokensOptions = () =>
  queryOf(["tokens"], "GET /api/tokens", {
    staleTime: 0,
    // Other admins change the list too, and systems use the tokens.
    refetchInterval: 60_000,
  });

export const createToken = (token: NewServiceToken) => api("POST /api/tokens", { body: token });

export const revokeToken = (id: string): Promise<void> =>
  api("DELETE /api/tokens/{token_id}", { params: { token_id: id } });
