const FIRST_MS = 100;
const LAST_MS = 5_000;

/** How long to wait after so many failures in a row (1 is the first): doubling up to five seconds. */
export const backoffMs = (failures: number): number => Math.min(FIRST_MS * 2 ** (failures - 1), LAST_MS);
