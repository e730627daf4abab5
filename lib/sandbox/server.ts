import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorBodyOf } from "#lib/platform/contract/error.ts";
import type { Log } from "#lib/platform/server/base/log.ts";
import { describeError } from "./base/loop.ts";
import * as accounts from "./control/accounts.ts";
import * as state from "./control/state.ts";
import * as verifications from "./control/verifications.ts";
import { type Answer, ApiError, render, write } from "./http/answer.ts";
import { answerFaultily } from "./http/faults.ts";
import {
  type ControlCall,
  matchRoute,
  type Route,
  readJson,
  type SandboxContext,
  type ServiceCall,
  segmentsOf,
} from "./http/request.ts";
import * as account from "./service/account.ts";
import { readCurpFile } from "./service/curp-file.ts";
import { readPeople, readVerification } from "./service/verifications.ts";

/** The HTTP server of the sandbox: the service's endpoints, the linked files, and the control routes. */
export function createSandboxServer(context: SandboxContext, wake: () => void, log: Log): Server {
  const { faults, timeScale } = context;

  async function serve(request: IncomingMessage, body: () => Promise<unknown>, segments: string[]): Promise<Answer> {
    if (request.headers.host === undefined) throw new ApiError("BAD_REQUEST", "the header Host is missing");
    const key = await account.authenticate(context.pool, request);
    const { route, id } = matchRoute(SERVICE_ROUTES, request.method, segments);
    return route.handle({ ...context, key, body }, id);
  }

  async function file([, verificationId = "", fileName = "", ...rest]: string[], query: URLSearchParams) {
    if (rest.length > 0) throw new ApiError("NOT_FOUND", "no such file");
    return readCurpFile(context, verificationId, fileName, query);
  }

  async function control(request: IncomingMessage, segments: string[], query: URLSearchParams): Promise<Answer> {
    guardControl(request);
    const { route, id } = matchRoute(CONTROL_ROUTES, request.method, segments);
    const call: ControlCall = { ...context, body: () => readJson(request), query, wake };
    return route.handle(call, id);
  }

  /** Turns an error into the service's error shape; an unexpected error is logged and not shown. */
  async function answered(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, json: errorBodyOf(error.code, error.message) };
      log.warn({ error: describeError(error) }, "call failed");
      return { status: 500, json: errorBodyOf("INTERNAL_SERVER_ERROR", "internal error") };
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
    // The body is read first: work that is done after the caller has left still needs it.
    const body = readJson(request);
    body.catch(() => undefined);
    return answerFaultily(response, fault, timeScale, () => work(() => body));
  }

  const options = {
    // A missing Host gets an error in the service's own shape.
    requireHostHeader: false,
    // With Node's default of five seconds, a caller on a busy machine often sends into a connection that is being
    // closed.
    keepAliveTimeout: 75_000,
  };
  const server = createServer(options, (request, response) => {
    handle(request, response).catch((error: Error) => {
      log.warn({ error: describeError(error) }, "answer failed");
      response.destroy();
    });
  });
  server.on("clientError", refuseMalformed);
  return server;
}

/** Answers an unreadable request with malformed headers (interface, Error response: `BAD_REQUEST`). */
function refuseMalformed(_: Error, socket: Duplex): void {
  const { headers, content } = render({ status: 400, json: errorBodyOf("BAD_REQUEST", "the request is malformed") });
  const fields = { ...headers, "content-length": content.length, connection: "close" };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = Buffer.concat([Buffer.from(`HTTP/1.1 400 Bad Request\r\n${head.join("")}\r\n`), content]);
  if (socket.writable) socket.end(answer, () => socket.destroy());
  else socket.destroy();
}

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The control routes need no key, so they serve only programs on this machine. A page in a browser on this machine is no
 * such program: browsers send `Origin`, and a foreign name that resolves to this machine (DNS rebinding) appears in
 * `Host`. Throws FORBIDDEN.
 */
function guardControl(request: IncomingMessage): void {
  const { headers, socket } = request;
  const site = headers["sec-fetch-site"];
  const local =
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? "") &&
    LOOPBACK_HOST.test(headers.host ?? "") &&
    headers.origin === undefined &&
    (site === undefined || site === "none");
  if (!local) throw new ApiError("FORBIDDEN", "the sandbox is controlled from this machine only, and not by web pages");
}

/** 200 while the sandbox serves and reaches its database. */
async function ready({ pool }: ControlCall) {
  try {
    await pool.query("SELECT FROM sandbox.schema_migrations LIMIT 1");
    return { status: 200, json: { ready: true } };
  } catch {
    return { status: 503, json: { ready: false } };
  }
}

/** Routes of the sandbox only; `guardControl` limits the callers. */
const CONTROL_ROUTES: readonly Route<ControlCall>[] = [
  { method: "GET", path: "/sandbox/ready", handle: ready },
  { method: "POST", path: "/sandbox/accounts", handle: accounts.signUp },
  { method: "POST", path: "/sandbox/api-keys", handle: accounts.createRestrictedKey },
  { method: "PUT", path: "/sandbox/webhooks/:id", handle: accounts.enableWebhook },
  { method: "GET", path: "/sandbox/scenarios", handle: state.listScenarios },
  { method: "POST", path: "/sandbox/scenarios/start", handle: state.startAccount },
  { method: "POST", path: "/sandbox/verifications", handle: verifications.playScenario },
  { method: "POST", path: "/sandbox/verifications/:id/steps", handle: verifications.applyChanges },
  { method: "POST", path: "/sandbox/verifications/:id/documents", handle: verifications.addDocumentsTo },
  { method: "POST", path: "/sandbox/verifications/:id/findings", handle: verifications.requestFindings },
  { method: "POST", path: "/sandbox/verifications/:id/reopen", handle: verifications.reopenVerification },
  { method: "POST", path: "/sandbox/verifications/:id/labels", handle: verifications.changeLabel },
  { method: "POST", path: "/sandbox/played", handle: verifications.listVerification },
  { method: "GET", path: "/sandbox/state", handle: state.readState },
  { method: "PUT", path: "/sandbox/pace", handle: state.setPace },
  { method: "GET", path: "/sandbox/deliveries", handle: state.summariseDeliveries },
  { method: "POST", path: "/sandbox/faults", handle: state.addFault },
  { method: "GET", path: "/sandbox/faults", handle: state.listFaults },
  { method: "DELETE", path: "/sandbox/faults", handle: state.endFaults },
  { method: "DELETE", path: "/sandbox/faults/:id", handle: state.endFault },
];

/** The ten endpoints of the interface, with their mixed versions (interface, Versioning). */
const SERVICE_ROUTES: readonly Route<ServiceCall>[] = [
  { method: "GET", path: "/api-keys", handle: account.listKeys },
  { method: "POST", path: "/api-keys", handle: account.createKey },
  { method: "DELETE", path: "/api-keys/:id", handle: account.deleteKey },
  { method: "POST", path: "/v2/webhooks", handle: account.postWebhook },
  { method: "GET", path: "/v2/webhooks", handle: account.readWebhooks },
  { method: "GET", path: "/v2/webhooks/:id", handle: account.readWebhook },
  { method: "PUT", path: "/v2/webhooks/:id", handle: account.putWebhook },
  { method: "DELETE", path: "/v2/webhooks/:id", handle: account.removeWebhook },
  { method: "GET", path: "/verifications/:id", handle: readVerification },
  { method: "GET", path: "/v2/verifications/:id/people", handle: readPeople },
];
