import { z } from "zod";

const BASE = "http://here.invalid";
const MAX_LENGTH = 2_000;

/**
 * Where to go after signing in, null where nothing was asked for: a path of our own, never another site. It is resolved as a browser would (which drops
 * tabs and takes `\` for `/`), and what is then on another origin is not followed.
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
