/** Where deliveries come from (interface, Webhook signature): what a firewall has to let in. */
export const SOURCE_ADDRESSES: readonly string[] = ["35.170.236.123", "54.162.134.233"];

/** Seconds to wait before each retry (interface, Limits: retry schedule). */
export const RETRY_WAITS: readonly number[] = [30, 60, 120, 240, 480];

/** When a delivery that failed at `failedMs` for the first time is tried again; after the last one it is given up. */
export function retryTimes(failedMs: number): number[] {
  let at = failedMs;
  return RETRY_WAITS.map((seconds) => {
    at += seconds * 1000;
    return at;
  });
}
