/** A time scale made to shorten waits (a retry after 480 s, say) shall not also turn a trickle of events into a flood. */
const FASTEST = 100;

/** How much faster than life the scenarios go. */
export const pace = (timeScale: number): number => Math.min(timeScale, FASTEST);
