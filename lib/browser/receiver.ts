import { queryOptions } from "@tanstack/react-query";
import type { ReceiverEnsured, ReceiverState } from "#lib/contract/webhooks/receiver.ts";
import { api } from "./api.ts";

/** Shared with the checklist of missing deliveries, which looks at the same answer. */
export const receiverKeys = { all: ["receiver"] as const };

const LOOK_MS = 15_000;

/** The dashboard's own webhook as the service lists it at this moment. */
export const receiverOptions = () =>
  queryOptions({
    queryKey: receiverKeys.all,
    queryFn: ({ signal }) => api<ReceiverState>("/api/receiver", { signal }),
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });

/** Makes or repairs the dashboard's own webhook at the service. Admins only; throws `STEP_UP_REQUIRED` when it is time. */
export const connectReceiver = (): Promise<ReceiverEnsured> => api("/api/receiver", { method: "POST" });
