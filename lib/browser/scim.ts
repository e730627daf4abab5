import { queryOf } from "./api.ts";

export const scimTokensOptions = () =>
  queryOf(["scim", "tokens"], "GET /api/scim/tokens", {
    staleTime: 0,
    refetchInterval: 60_000,
  });
