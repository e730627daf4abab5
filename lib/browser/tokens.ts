import { queryOptions } from "@tanstack/react-query";
import type { Scope } from "#lib/contract/access/permissions.ts";
import type { CreatedToken, ListedToken } from "#lib/contract/tokens/token.ts";
import { api, post, read } from "./api.ts";

export const tokenKeys = { all: ["tokens"] as const };

export const tokensOptions = () =>
  queryOptions({
    queryKey: tokenKeys.all,
    queryFn: read<{ items: ListedToken[] }>("/api/tokens"),
    staleTime: 0,
    // Other admins change the list too, and systems use the tokens.
    refetchInterval: 60_000,
  });

type NewToken = { name: string; scopes: Scope[]; expires_at: string };

export const createToken = (token: NewToken) => post<CreatedToken>("/api/tokens", token);

export const revokeToken = (id: string): Promise<void> => api(`/api/tokens/${id}`, { method: "DELETE" });
