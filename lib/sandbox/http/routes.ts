import type { Answer } from "./answer.ts";
import { ApiError } from "./api-error.ts";

/** A route: `path` is exact, `:name` stands for one segment. */
export type Route<Context> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  handle: (context: Context, parameters: Record<string, string>) => Promise<Answer>;
};

const MAX_SEGMENT = 200;
/** A control character of ASCII. */
const CONTROL = /[\p{Cc}&&\p{ASCII}]/v;

/**
 * The path's segments, decoded one by one, so that an encoded slash or dot stays part of an identifier and cannot become
 * a path. BAD_REQUEST for what is not UTF-8 or cannot be an identifier.
 */
export function segmentsOf(pathname: string): string[] {
  return pathname
    .slice(1)
    .split("/")
    .map((segment) => {
      let decoded: string;
      try {
        decoded = decodeURIComponent(segment);
      } catch {
        throw new ApiError("BAD_REQUEST", "the path is not well encoded");
      }
      if (decoded.length > MAX_SEGMENT || CONTROL.test(decoded)) {
        throw new ApiError("BAD_REQUEST", "the path holds no identifier");
      }
      return decoded;
    });
}

/** The route of a request and the values of its parameters; NOT_FOUND when there is none. */
export function matchRoute<Context>(
  routes: readonly Route<Context>[],
  method: string | undefined,
  segments: readonly string[],
): { route: Route<Context>; parameters: Record<string, string> } {
  for (const route of routes) {
    const parameters = route.method === method ? match(route.path.slice(1).split("/"), segments) : null;
    if (parameters) return { route, parameters };
  }
  throw new ApiError("NOT_FOUND", "no such resource");
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith(":")) {
      if (segment === "") return null;
      parameters[part.slice(1)] = segment;
    } else if (part !== segment) return null;
  }
  return parameters;
}
