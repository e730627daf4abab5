import { queryOptions } from "@tanstack/react-query";
import type { CreatedKey, KeyCheck, ListedKeys } from "#lib/contract/api-key-list.ts";
import { api } from "./api.ts";

export const keysKeys = { all: ["api-keys"] as const };

/** The account's API keys, asked of the service at this moment. */
export const keysOptions = () =>
  queryOptions({
    queryKey: keysKeys.all,
    queryFn: ({ signal }) => api<ListedKeys>("/api/api-keys", { signal }),
    staleTime: 0,
    // The server has tried again already.
    retry: false,
  });

export const createKey = (name: string) => api<CreatedKey>("/api/api-keys", { method: "POST", body: { id: name } });

export const deleteKey = (id: string): Promise<void> =>
  api(`/api/api-keys/${encodeURIComponent(id)}`, { method: "DELETE" });

export const checkKey = (api_key: string) =>
  api<KeyCheck>("/api/api-keys/check", { method: "POST", body: { api_key } });
