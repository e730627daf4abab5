import { queryOf } from "./api.ts";

export const tokensOptions = () =>
  queryOf(["tokens"], "GET /api/tokens", {
    staleTime: 0,
    // Other admins change the list too, and systems use the tokens.
    refetchInterval: 60_000,
  });
