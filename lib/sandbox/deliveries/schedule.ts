/** Waits before the five retries, in seconds (interface, Limits: Retry schedule). */
const RETRY_SECONDS = [30, 60, 120, 240, 480] as const;
/** A slower answer counts as a failure (interface, Limits: Receiver response time). */
const RESPONSE_SECONDS = 30;
/** However fast the sandbox's clock runs, a receiver needs real time to answer. */
const SHORTEST_RESPONSE_SECONDS = 3;

/**
 * Milliseconds to wait after a failed attempt before the next one, where `failures` attempts have failed before it;
 * null when the delivery has failed for good.
 */
export function retryDelay(failures: number, timeScale: number): number | null {
  const seconds = RETRY_SECONDS[failures];
  return seconds === undefined ? null : (seconds * 1000) / timeScale;
}

/** How long a receiver may take, in milliseconds. */
export const responseTimeout = (timeScale: number): number =>
  Math.max(RESPONSE_SECONDS / timeScale, SHORTEST_RESPONSE_SECONDS) * 1000;
