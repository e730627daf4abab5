import type { CreatedToken, ListedToken } from "#lib/contract/tokens/token.ts";
import type { NewServiceToken } from "#lib/contract/tokens/token-input.ts";
import { post, queryOf, remove } from "./api.ts";

export const tokensOptions = () =>
  queryOf<{ items: ListedToken[] }>(["tokens"], "/api/tokens", {
    staleTime: 0,
    // Other admins change the list too, and systems use the tokens.
    refetchInterval: 60_000,
  });

export const createToken = (token: NewServiceToken) => post<CreatedToken>("/api/tokens", token);

export const revokeToken = (id: string): Promise<void> => remove(`/api/tokens/${id}`);
