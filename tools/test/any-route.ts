import { route } from "#lib/edge/server/http/route.ts";
import type { CommandAudit } from "#lib/platform/server/audit/command.ts";
import type { Handler } from "./call-route.ts";

type Work = (call: { body: unknown; params: object; audit: CommandAudit }) => Promise<unknown>;

/** `route()` with any definition, body and answer, for tests of the wrapper itself. */
export const anyRoute = (definition: object, work: Work, endpoint = "GET /api/things"): Handler =>
  route(endpoint as never, definition as never, work as never);
