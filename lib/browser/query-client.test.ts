import type { QueryKey } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DELIVERY_FILTER } from "#lib/contract/deliveries/delivery-filter.ts";
import { VERIFICATION_FILTER } from "#lib/contract/verifications/verification-filter.ts";
import { deliveryListOptions } from "./deliveries.ts";
import { peopleSearchOptions } from "./people.ts";
import { makeQueryClient } from "./query-client.ts";
import { verificationListOptions } from "./verifications.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How many timers a page's query leaves behind where it is made. */
function timersOf(options: { queryKey: QueryKey; gcTime?: number }): number {
  makeQueryClient()
    .getQueryCache()
    .build(makeQueryClient(), { queryKey: options.queryKey, gcTime: options.gcTime ?? 0 });
  return vi.getTimerCount();
}

it.each([
  ["the list", () => verificationListOptions(VERIFICATION_FILTER.empty)],
  ["deliveries", () => deliveryListOptions(DELIVERY_FILTER.empty)],
  ["people", () => peopleSearchOptions({ q: "ana", outcome: [] })],
])("%s on the server leave no timer, which would hold the whole request", (_name, options) => {
  expect(timersOf(options())).toBe(0);
});

it("in a browser they are kept for so long, and no longer", () => {
  vi.stubGlobal("window", {});
  expect(verificationListOptions(VERIFICATION_FILTER.empty).gcTime).toBe(30 * 60_000);
});
