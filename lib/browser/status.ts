import { queryOptions } from "@tanstack/react-query";
import type { SystemStatus } from "#lib/contract/status.ts";
import { api } from "./api.ts";

export const statusKeys = { all: ["status"] as const };

/** The state of service and receiver. Asked by the clock: that nothing happens is no event. */
export const statusOptions = () =>
  queryOptions({
    queryKey: statusKeys.all,
    queryFn: ({ signal }) => api<SystemStatus>("/api/status", { signal }),
    refetchInterval: 15_000,
    staleTime: 10_000,
  });
