import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query";
import type { ReceiverEnsured, ReceiverTest } from "#lib/core/contract/status.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { verificationKeys } from "./query-keys.ts";

export const statusKeys = { all: ["status"] as const };

/**
 * The state of service and receiver. Polled, since no message announces silence. The list of outages is refetched with
 * it, so that both agree.
 */
export const statusOptions = () =>
  queryOptions({
    queryKey: statusKeys.all,
    queryFn: async ({ signal, client }) => {
      const status = await api("GET /api/status", { signal });
      void client.invalidateQueries({ queryKey: outageKeys.all });
      return status;
    },
    refetchInterval: 15_000,
    staleTime: 10_000,
  });

/** Counts over all verifications. The key is below the lists' key: live messages about lists refetch the counts too. */
export const overviewOptions = () => queryOf([...verificationKeys.lists(), "overview"], "GET /api/overview");

/** Shared with the checklist of missing deliveries, which shows the same answer. */
export const receiverKeys = { all: ["receiver"] as const };

const RECEIVER_POLL_MS = 15_000;

/** The dashboard's own webhook as the service lists it now. The status then includes the result. */
export const receiverOptions = () =>
  queryOptions({
    queryKey: receiverKeys.all,
    queryFn: async ({ signal, client }) => {
      const receiver = await api("GET /api/receiver", { signal });
      void client.invalidateQueries({ queryKey: statusKeys.all });
      return receiver;
    },
    staleTime: 0,
    refetchInterval: RECEIVER_POLL_MS,
  });

/** The test of the webhook's address by the last `connectReceiver` of this page. */
export const receiverTestOptions = () =>
  queryOptions<ReceiverTest>({ queryKey: ["receiver-test"], queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });

/** Creates or repairs the dashboard's own webhook at the service. Admins only; throws `STEP_UP_REQUIRED`. */
export async function connectReceiver(client: QueryClient): Promise<ReceiverEnsured> {
  const ensured = await api("POST /api/receiver");
  client.setQueryData(receiverTestOptions().queryKey, ensured.test);
  return ensured;
}

export const outageKeys = { all: ["outages"] as const };

/** Times without deliveries, and the progress of reading all verifications again. Admins only. */
export const outagesOptions = () => queryOf(outageKeys.all, "GET /api/outages");
