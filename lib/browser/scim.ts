import type { ListedScimToken } from "#lib/contract/scim/token.ts";
import type { CreatedToken } from "#lib/contract/tokens/token.ts";
import { post, queryOf, remove } from "./api.ts";

export const scimTokensOptions = () =>
  queryOf<{ items: ListedScimToken[] }>(["scim", "tokens"], "/api/scim/tokens", {
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const createScimToken = (name: string) => post<CreatedToken>("/api/scim/tokens", { name });

export const revokeScimToken = (id: string): Promise<void> => remove(`/api/scim/tokens/${id}`);
