import { createCallLimit } from "#lib/server/base/limits.ts";

/**
 * How many different texts shaped like a CURP a user may search in a minute, wherever people are searched: enough for callers,
 * too few to guess a CURP.
 */
export const withinCurpLimit = createCallLimit({ calls: 30, seconds: 60 });
