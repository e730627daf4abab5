/**
 * `gcTime` of a query: for how long the browser keeps what nobody looks at any more, in milliseconds. On the server each
 * request has a client of its own that goes with it, while a timer would hold the request and its answer for as long.
 */
export const keptFor = (ms: number): number => (typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms);
