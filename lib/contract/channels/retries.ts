/** Seconds before each retry of a delivery (interface, Limits: Retry schedule); messages of channels wait as long. */
export const RETRY_SECONDS = [30, 60, 120, 240, 480] as const;

/** Seconds until the next attempt after this many failed attempts; null after the last one. */
export const waitAfter = (attempts: number): number | null => RETRY_SECONDS[attempts - 1] ?? null;
