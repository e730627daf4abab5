import { createCallLimit } from "#lib/platform/server/base/limits.ts";

/**
 * Limits the different texts shaped like a CURP that a user may search in a minute, on all pages together: enough for
 * callers, too few to guess a CURP.
 */
export const withinCurpLimit = createCallLimit({ calls: 30, seconds: 60 });
