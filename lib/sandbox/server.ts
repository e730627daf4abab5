import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Log } from "#lib/server/base/log.ts";
import type { ControlCall } from "./control/context.ts";
import { guardControl } from "./control/guard.ts";
import { CONTROL_ROUTES } from "./control/routes.ts";
import { describeError } from "./describe-error.ts";
import { type Answer, write } from "./http/answer.ts";
import { ApiError, errorBody } from "./http/api-error.ts";
import { answerFaultily } from "./http/faulty.ts";
import { readJson } from "./http/read-body.ts";
import { matchRoute, segmentsOf } from "./http/routes.ts";
import { authenticate } from "./service/authenticate.ts";
import type { World } from "./service/context.ts";
import { readCurpFile } from "./service/curp-file.ts";
import { SERVICE_ROUTES } from "./service/routes.ts";

/** The sandbox's HTTP side: the service's endpoints, the files they link to, and the control routes. */
export function createSandboxServer(world: World, wake: () => void, log: Log): Server {
  const { faults, timeScale } = world;

  async function serve(request: IncomingMessage, body: () => Promise<unknown>, segments: string[]): Promise<Answer> {
    const key = await authenticate(world.pool, request);
    const { route, parameters } = matchRoute(SERVICE_ROUTES, request.method, segments);
    return route.handle({ ...world, key, body }, parameters);
  }

  async function file([, verificationId = "", fileName = "", ...rest]: string[], query: URLSearchParams) {
    if (rest.length > 0) throw new ApiError("NOT_FOUND", "no such file");
    return readCurpFile(world, verificationId, fileName, query);
  }

  async function control(request: IncomingMessage, segments: string[], query: URLSearchParams): Promise<Answer> {
    guardControl(request);
    const { route, parameters } = matchRoute(CONTROL_ROUTES, request.method, segments);
    const call: ControlCall = { ...world, body: () => readJson(request), query, wake };
    return route.handle(call, parameters);
  }

  /** Turns a failure into the service's error shape; what is not a refusal is logged, and not shown. */
  async function answered(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, json: errorBody(error.code, error.message) };
      log.warn({ error: describeError(error) }, "call failed");
      return { status: 500, json: errorBody("INTERNAL_SERVER_ERROR", "internal error") };
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [pathname = "", search = ""] = (request.url ?? "").split("?", 2);
    const query = new URLSearchParams(search);
    if (pathname.startsWith("/sandbox/")) {
      return write(response, await answered(async () => control(request, segmentsOf(pathname), query)));
    }
    const isFile = pathname.startsWith("/files/") && request.method === "GET";
    const work = (body: () => Promise<unknown>) =>
      answered(async () => (isFile ? file(segmentsOf(pathname), query) : serve(request, body, segmentsOf(pathname))));
    const fault = faults.take(request.method ?? "", pathname);
    if (!fault) return write(response, await work(() => readJson(request)));
    // Read before anything else: what is done after the caller has gone is done with what the caller said.
    const body = readJson(request);
    body.catch(() => undefined);
    return answerFaultily(response, fault, timeScale, () => work(() => body));
  }

  return createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      log.warn({ error: describeError(error) }, "answer failed");
      response.destroy();
    });
  });
}
