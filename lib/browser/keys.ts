import { queryOptions } from "@tanstack/react-query";
import type { CreatedKey, KeyCheck, ListedKeys } from "#lib/contract/keys/api-key-list.ts";
import type { Adoption } from "#lib/contract/keys/key-adoption.ts";
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

export type OtherKey = { api_key?: string; confirmed?: boolean };

/** Makes another key the dashboard's, the one in `SVC_API_KEY` where none is given. */
export const adoptKey = (key: OtherKey) => api<Adoption>("/api/api-keys/current", { method: "POST", body: key });

export const checkKey = (api_key: string) =>
  api<KeyCheck>("/api/api-keys/check", { method: "POST", body: { api_key } });
