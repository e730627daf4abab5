import type { RefusalReason, SignatureCheck } from "#lib/core/contract/deliveries/delivery.ts";
import { DELIVERY_FILTER, type DeliveryFilter } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { pagesOf } from "#lib/platform/browser/pages.ts";
import { keptFor } from "#lib/platform/browser/query-client.ts";
import { deliveryKeys } from "./query-keys.ts";

const CACHE_TIME_MS = 30 * 60_000;

/** Deliveries without a verification are not announced by live messages, and neither are refusals: both are polled. */
const POLL_MS = 30_000;
/** A short interval: users on this page wait for a refusal, and the table is small. */
const REFUSALS_POLL_MS = 5_000;

/** The list by keyset pages, cached while a delivery is open, so that Back finds them. */
export const deliveryListOptions = (filter: DeliveryFilter) =>
  pagesOf(
    [...deliveryKeys.lists(), DELIVERY_FILTER.write(filter).toString()],
    "GET /api/deliveries",
    DELIVERY_FILTER.write(filter),
    { refetchInterval: POLL_MS, gcTime: keptFor(CACHE_TIME_MS) },
  );

/** Deliveries of the last 24 hours. Live messages announce deliveries, but no message says that an hour passed without one. */
export const recentDeliveriesOptions = () =>
  queryOf([...deliveryKeys.all, "recent"], "GET /api/overview/deliveries", { refetchInterval: POLL_MS });

export const deliveryOptions = (id: number) =>
  queryOf(deliveryKeys.detail(id), "GET /api/deliveries/{delivery_id}", { params: { delivery_id: id } });

/** Number of failed deliveries that a retry of all matches would apply. */
export const retryableOptions = (filter: DeliveryFilter) =>
  queryOf([...deliveryKeys.all, "retryable", DELIVERY_FILTER.write(filter).toString()], "GET /api/deliveries/retry", {
    query: DELIVERY_FILTER.write(filter),
    refetchInterval: POLL_MS,
  });

export const refusalListOptions = (reason: RefusalReason | null) =>
  pagesOf(
    [...deliveryKeys.all, "refusals", reason],
    "GET /api/deliveries/refusals",
    { ...(reason && { reason }) },
    { refetchInterval: REFUSALS_POLL_MS },
  );

/** Checks a signature against the server's stored secrets. Header and body are sent for this check and not stored. */
export function tryStoredSecrets(header: string, body: Uint8Array): Promise<SignatureCheck> {
  let binary = "";
  for (const byte of body) binary += String.fromCharCode(byte);
  return api("POST /api/deliveries/signature-check", { body: { header, body_base64: btoa(binary) } });
}
