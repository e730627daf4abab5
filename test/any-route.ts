import { route } from "#lib/server/http/route.ts";
import type { Handler } from "./call-route.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests of the wrapper read what they have defined.
type Work = (call: any) => Promise<unknown>;

/** `route()` with any definition, body and answer, for tests of the wrapper itself. */
export const anyRoute = (definition: object, work: Work, endpoint = "GET /api/things"): Handler =>
  route(endpoint as never, definition as never, work as never);
