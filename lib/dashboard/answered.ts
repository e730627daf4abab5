import type { IncomingMessage, ServerResponse } from "node:http";
import { holdsPartOfCurp } from "#lib/platform/contract/curp-shape.ts";
import { createBusyLines } from "#lib/platform/server/base/busy-lines.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import { histogram } from "#lib/platform/server/base/metrics.ts";
import { REQUEST_ID } from "#lib/platform/server/base/request-id.ts";
import { BUILD_FILES } from "./build-files.ts";
import type { RouteOf } from "./routes.ts";
import { METHODS, pathOf } from "./server.ts";

const measured = histogram(
  "cotejo_http_request_seconds",
  "Time from the head of a request to the end of its answer; streams of live changes are not counted.",
  ["route", "method", "status"],
);

/** nginx's status for a client that left before the answer began. */
const CLIENT_LEFT = 499;
const LOGGED_IDS = ["verification_id", "delivery_id"];
const ID = /^[\w-]{1,200}$/;

/** Requests that no person made, or that belong to every page. */
const isQuiet = (route: string): boolean => route === BUILD_FILES || route.startsWith("/api/health/");

/** Returns a function that measures and logs each answered request, by the route of its path. */
export function createAnswered(routeOf: RouteOf, log: Pick<Log, "info" | "warn" | "debug">) {
  const write = createBusyLines(log);
  return (request: IncomingMessage, response: ServerResponse, seconds: number): void => {
    const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
    const { route, params } = request.url?.startsWith(BUILD_FILES)
      ? { route: BUILD_FILES, params: {} }
      : routeOf(pathOf(request));
    const method = METHODS.has(request.method ?? "") ? (request.method ?? "") : "other";
    if (route !== "/api/live") measured.observe({ route, method, status: String(status) }, seconds);
    // An unknown id may be any text, for instance a pasted CURP.
    const ids = status < 400 ? idsOf(params) : {};
    const facts = { request_id: request.headers[REQUEST_ID], method, route, ...ids, status, seconds: rounded(seconds) };
    if (isQuiet(route)) write("debug", "quiet", facts, "request");
    else write(status >= 500 ? "warn" : "info", status < 400 ? "answered" : "refused", facts, "request");
  };
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const idsOf = (params: Record<string, string>): object =>
  Object.fromEntries(
    Object.entries(params).filter(([name, id]) => LOGGED_IDS.includes(name) && ID.test(id) && !holdsPartOfCurp(id)),
  );
