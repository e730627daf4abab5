import { queryOptions } from "@tanstack/react-query";
import type { ListedScimToken } from "#lib/contract/scim/token.ts";
import type { CreatedToken } from "#lib/contract/tokens/token.ts";
import { api, post, read } from "./api.ts";

export const scimTokensOptions = () =>
  queryOptions({
    queryKey: ["scim", "tokens"] as const,
    queryFn: read<{ items: ListedScimToken[] }>("/api/scim/tokens"),
    staleTime: 0,
    refetchInterval: 60_000,
  });

export const createScimToken = (name: string) => post<CreatedToken>("/api/scim/tokens", { name });

export const revokeScimToken = (id: string): Promise<void> => api(`/api/scim/tokens/${id}`, { method: "DELETE" });
