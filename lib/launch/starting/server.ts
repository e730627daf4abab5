import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Ready } from "#lib/core/contract/status.ts";
import { errorBodyOf } from "#lib/platform/contract/error.ts";
import { localeOf, THEMES } from "#lib/platform/contract/preferences.ts";
import type { Env } from "#lib/platform/server/base/env.ts";
import { createLimitedServer, endAndClose, type Limits } from "#lib/platform/server/http/limited-server.ts";
import { securityHeaders } from "#lib/platform/server/http/security-headers.ts";
import { STARTING_POLICY, startingPage } from "./page.ts";
import type { Progress } from "./progress.ts";

const LIMITS: Limits = { headBytes: 16 * 1024, headers: 100, requestMs: 10_000, reserve: 0 };
const READY_PATH = "/api/health/ready";

/**
 * Answers 503 on the dashboard's address until the dashboard takes the port: browsers get the page of the start, programs
 * an error. Returns the function that frees the port; a second call does nothing.
 */
export async function serveStartingPage(
  { APP_ORIGIN, HOST, PORT }: Pick<Env, "APP_ORIGIN" | "HOST" | "PORT">,
  progress: Progress,
): Promise<() => Promise<void>> {
  const headers = {
    ...securityHeaders({ https: APP_ORIGIN.startsWith("https:") }),
    "content-security-policy": STARTING_POLICY,
    "cache-control": "no-store",
    "retry-after": "2",
    // The next request of a kept connection would be lost when the dashboard takes the port.
    connection: "close",
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const isPage = request.headers.accept?.includes("text/html") ?? false;
    const body = isPage
      ? startingPage(progress.read(), preferencesOf(request))
      : JSON.stringify(bodyFor(request.url?.split("?", 1)[0]));
    const type = isPage ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(503, { ...headers, "content-type": type, "content-length": Buffer.byteLength(body) });
    endAndClose(request, response, body);
  };
  const server = createLimitedServer(LIMITS, {
    handle,
    malformed: () => ({ headers: Object.entries({ ...headers, "content-length": "0" }).flat(), body: "" }),
    peerOf: () => ({ network: null, reserved: false }),
    clientOf: () => null,
    probe: READY_PATH,
  });
  server.listen(PORT, HOST);
  await once(server, "listening");
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

const bodyFor = (path: string | undefined) =>
  path === READY_PATH
    ? ({ status: "not_ready", missing: ["starting"] } satisfies Ready)
    : errorBodyOf("DATABASE_UNAVAILABLE", "Cotejo is starting.");

function preferencesOf({ headers }: IncomingMessage) {
  const cookie = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? "")?.[1];
  const theme = THEMES.find((known) => known === cookie("theme")) ?? "system";
  return { locale: localeOf(cookie("locale"), headers["accept-language"] ?? ""), theme };
}
