import { api, queryOf } from "./api.ts";

export const scimTokensOptions = () =>
  queryOf(["scim", "tokens"], "GET /api/scim/tokens", {
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const createScimToken = (name: string) => api("POST /api/scim/tokens", { body: { name } });

export const revokeScimToken = (id: string): Promise<void> =>
  api("DELETE /api/scim/tokens/{token_id}", { params: { token_id: id } });
