/** Seconds before each retry of a delivery (interface, Limits: Retry schedule); webhooks and chats of channels wait as long. */
export const RETRY_SECONDS = [30, 60, 120, 240, 480] as const;

const HOUR = 3_600;

/** Seconds before each retry of a mail, 48 hours in all (RFC 5321, section 4.5.4.1). */
export const MAIL_RETRY_SECONDS = [60, 240, 600, 900, 1_800, HOUR, 2 * HOUR, ...Array<number>(11).fill(4 * HOUR)];

/** Seconds until the next attempt after this many failed attempts; null after the last one. */
export const waitAfter = (attempts: number, schedule: readonly number[] = RETRY_SECONDS): number | null =>
  schedule[attempts - 1] ?? null;
