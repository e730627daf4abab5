import type { Pace } from "#lib/contract/sandbox/sandbox.ts";

/** A time scale made to shorten waits (a retry after 480 s, say) shall not also turn a trickle of events into a flood. */
const FASTEST = 100;

export type Going = Exclude<Pace, "off">;
const FACTOR: Record<Going, number> = { slow: 0.25, steady: 1, fast: 10 };

/** How much faster than life the scenarios go. */
export const pace = (timeScale: number, chosen: Going): number => Math.min(timeScale * FACTOR[chosen], FASTEST);
