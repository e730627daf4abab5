import type { IncomingMessage, ServerResponse } from "node:http";
import { histogram } from "#lib/server/base/metrics.ts";
import { BUILD_FILES } from "./build-files.ts";
import type { RouteOf } from "./routes.ts";
import { METHODS, pathOf } from "./server.ts";

const seconds = histogram(
  "cotejo_http_request_seconds",
  "Time from the head of a request to the end of its answer; streams of live changes are not counted.",
  ["route", "method", "status"],
);

/** As nginx has it: the client left before the answer began. */
const CLIENT_LEFT = 499;

/** A function that measures each answered request, by the route of its path. */
export function createAnswered(routeOf: RouteOf) {
  return (request: IncomingMessage, response: ServerResponse, took: number): void => {
    const { method = "" } = request;
    const route = request.url?.startsWith(BUILD_FILES) ? BUILD_FILES : routeOf(pathOf(request));
    const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
    if (route === "/api/live") return;
    seconds.observe({ route, method: METHODS.has(method) ? method : "other", status: String(status) }, took);
  };
}
