/** What belongs to the filter before fades, but only when the answer takes long enough to be noticed. */
export const OUTDATED = "opacity-60 transition-opacity delay-100 duration-100";
