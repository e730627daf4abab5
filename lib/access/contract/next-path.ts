import { z } from "zod";

const BASE = "http://here.invalid";
const MAX_LENGTH = 2_000;

/**
 * The path to open after signing in; null without one, and for another site. Resolved as browsers do, which drop tabs and
 * take `\` for `/`: an address on another origin is refused.
 */
export const nextPath = z.preprocess(
  (value) => (Array.isArray(value) ? value[0] : value),
  z
    .string()
    .max(MAX_LENGTH)
    .transform((value) => {
      const url = value.startsWith("/") && URL.canParse(value, BASE) ? new URL(value, BASE) : null;
      // `//host` is a path for `URL`, and another site for a browser that follows it.
      return url && url.origin === BASE && !url.pathname.startsWith("//") ? url.pathname + url.search : null;
    })
    .catch(null),
);
