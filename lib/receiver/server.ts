import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RefusalReason } from "#lib/core/contract/deliveries/delivery.ts";
import { type ErrorBody, type ErrorCode, errorBodyOf } from "#lib/platform/contract/error.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import { counter, histogram } from "#lib/platform/server/base/metrics.ts";
import { REQUEST_ID } from "#lib/platform/server/base/request-id.ts";
import type { Peer } from "#lib/platform/server/http/connections.ts";
import {
  createLimitedServer,
  endAndClose,
  type Limits,
  type Place,
  type RawAnswer,
} from "#lib/platform/server/http/limited-server.ts";

/**
 * The 2xx body of a delivery: proof that it is stored, and its id (design §4, Receiver). `erased`: the verification was
 * erased here, so that nothing of the delivery is stored and no retry is needed. `test`: the dashboard tested its address.
 */
export type Receipt =
  | { delivery_id: number; result: "stored" | "duplicate" | "unrecognized"; late: boolean }
  | { delivery_id: null; result: "erased" | "test"; late: boolean };

/** The result of a delivery; `unavailable`: the sender should retry, `gone`: the sender has left. */
export type Outcome = RefusalReason | Receipt["result"] | "unavailable" | "gone";

export type Answer = {
  status: number;
  /** The result of a delivery. */
  outcome?: Outcome;
  /** For a stored delivery, the verification in its body. */
  verification_id?: string | null;
  body: Receipt | ErrorBody | { ready: boolean; missing: string[] };
  /** Seconds until the sender should retry. */
  retryAfter?: number;
  allow?: string;
  /** The rest of the request is not read: the connection can't serve another one. */
  close?: boolean;
  /** The number of bytes of an unread body that are still read, so that the sender reads the answer. */
  discard?: number;
};

const REFUSALS: Record<RefusalReason, { status: number; code: ErrorCode; message: string }> = {
  no_header: { status: 400, code: "BAD_REQUEST", message: "the header Svc-Signature is missing" },
  bad_header: { status: 400, code: "BAD_REQUEST", message: "the header Svc-Signature is malformed" },
  no_match: { status: 401, code: "UNAUTHORIZED", message: "the signature matches no secret of this receiver" },
  too_old: {
    status: 401,
    code: "UNAUTHORIZED",
    message: "the delivery was signed longer ago than this receiver accepts",
  },
  too_new: { status: 401, code: "UNAUTHORIZED", message: "the delivery was signed more than 5 minutes ahead" },
  too_large: { status: 413, code: "BAD_REQUEST", message: "the body is larger than 1 MiB" },
  unknown_receiver: { status: 404, code: "NOT_FOUND", message: "there is no such receiver" },
  wrong_method: { status: 405, code: "BAD_REQUEST", message: "only POST is served here" },
  malformed: {
    status: 400,
    code: "BAD_REQUEST",
    message: "the request is malformed, too slow or has too large a head",
  },
};

/** A part of an oversized body is read and dropped, so that its sender reads the answer. */
const TOO_LARGE = { close: true, discard: 8 * 1024 * 1024 };

/** The message begins with the typed reason, so that the answer alone identifies it. */
export function refusal(reason: RefusalReason): Answer {
  const { status, code, message } = REFUSALS[reason];
  return {
    status,
    outcome: reason,
    body: errorBodyOf(code, `${reason}: ${message}`),
    ...(reason === "too_large" && TOO_LARGE),
    ...(reason === "wrong_method" && { allow: "POST" }),
  };
}

/** The sender should retry: the delivery may be valid, but cannot be checked or stored now. */
export const retryLater = (message: string, code: ErrorCode = "DATABASE_UNAVAILABLE"): Answer => ({
  status: 503,
  outcome: "unavailable",
  body: errorBodyOf(code, message),
  retryAfter: 5,
});

export const clockWrong = (): Answer =>
  retryLater("this receiver's clock differs from the service's or the database's by more than a minute", "CLOCK_WRONG");

export const tooMany = (what: string): Answer => ({
  ...retryLater(`too many ${what}`, "TOO_MANY_REQUESTS"),
  close: true,
});

const noSuchAddress = (): Answer => ({ status: 404, body: errorBodyOf("NOT_FOUND", "no such address") });

const wrongMethod = (allow: string): Answer => ({
  status: 405,
  body: errorBodyOf("BAD_REQUEST", `only ${allow} is served here`),
  allow,
});

/** Status 400, 408 or 431. */
export const malformedRequest = (status: number): Answer => ({ ...refusal("malformed"), status, close: true });

const headersOf = (answer: Answer, length: number): string[] => {
  const headers = [
    "content-type",
    "application/json",
    "content-length",
    String(length),
    "cache-control",
    "no-store",
    "x-content-type-options",
    "nosniff",
    "referrer-policy",
    "no-referrer",
    // No browser needs these answers, so a browser may do nothing with them.
    "content-security-policy",
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  ];
  if (answer.retryAfter !== undefined) headers.push("retry-after", String(answer.retryAfter));
  if (answer.allow !== undefined) headers.push("allow", answer.allow);
  if (answer.close) headers.push("connection", "close");
  return headers;
};

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const body = JSON.stringify(answer.body);
  const id = request.headers[REQUEST_ID];
  const headers = headersOf(answer, Buffer.byteLength(body));
  if (typeof id === "string") headers.push(REQUEST_ID, id);
  response.writeHead(answer.status, headers);
  if (answer.close) endAndClose(request, response, body, answer.discard);
  else response.end(body);
}

export type AnsweredDelivery = {
  outcome: Outcome;
  delivery_id: number | null;
  verification_id: string | null;
  seconds: number;
};

export type Routes = {
  /** Undefined if the sender has left. */
  deliver(request: IncomingMessage, receiverId: string): Promise<Answer | undefined>;
  /** Records a request with another method than POST at the address of a hook. */
  refuseMethod(request: IncomingMessage, receiverId: string): Answer;
  /** Records a malformed request. */
  noteMalformed(socket: Socket): void;
  /** The missing prerequisites for taking deliveries. */
  missing(): string[];
  onAnswered(delivery: AnsweredDelivery): void;
  onFault(error: unknown): void;
  /** The source of a connection. */
  peerOf(socket: Socket): Peer;
  /** The source of a request that a proxy passes on. */
  clientOf(request: IncomingMessage): string | null;
};

const deliveries = counter("cotejo_deliveries_total", "Requests at the address of a hook, by outcome.", ["outcome"]);
const seconds = histogram("cotejo_delivery_seconds", "Time from the head of a delivery to its answer.");

const LIMITS: Limits = { headBytes: 8 * 1024, headers: 64, requestMs: 25_000, reserve: 256 };

/**
 * The only public server: two addresses, nothing else. An internal fault is answered 503, so that the service sends again
 * (interface, Delivery and retry behaviour).
 */
export function createReceiverServer(routes: Routes): Server {
  const handle = (request: IncomingMessage, response: ServerResponse, { isCrowded }: Place) => {
    const end = seconds.startTimer();
    const answered = isCrowded ? Promise.resolve(tooMany("connections of this source")) : respond(routes, request);
    answered
      .catch((error: unknown) => {
        routes.onFault(error);
        return retryLater("something went wrong here", "INTERNAL_SERVER_ERROR");
      })
      .then((answer) => {
        const outcome = answer ? answer.outcome : "gone";
        if (outcome) {
          deliveries.inc({ outcome });
          const delivery_id = answer && "delivery_id" in answer.body ? answer.body.delivery_id : null;
          routes.onAnswered({
            outcome,
            delivery_id,
            verification_id: answer?.verification_id ?? null,
            seconds: Math.round(end() * 1000) / 1000,
          });
        }
        answerWith(request, response, answer);
      });
  };
  const answerMalformed = (status: number, socket: Socket) => {
    // A connection that timed out without a request is no delivery.
    if (socket.bytesRead > 0) {
      deliveries.inc({ outcome: "malformed" });
      routes.noteMalformed(socket);
    }
    return malformed(status);
  };
  const { peerOf, clientOf } = routes;
  return createLimitedServer(LIMITS, { handle, malformed: answerMalformed, peerOf, clientOf, probe: READY });
}

const ABSOLUTE = /^https?:\/\/[^/?#]*/i;
const HOOK = /^\/hooks(?:\/(.*))?$/s;
const HEALTH = new Set(["GET", "HEAD"]);
const READY = "/health/ready";

/**
 * The path of an address as senders and proxies write it: absolute, with doubled or trailing slashes, with unnecessarily
 * encoded characters.
 */
function pathOf(address: string): string {
  const [path = ""] = address.replace(ABSOLUTE, "").split("?", 1);
  return (decodeSegment(path) ?? path).replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

async function respond(routes: Routes, request: IncomingMessage): Promise<Answer | undefined> {
  const path = pathOf(request.url ?? "");
  const hook = HOOK.exec(path);
  if (hook) {
    const [, receiverId = ""] = hook;
    return request.method === "POST" ? routes.deliver(request, receiverId) : routes.refuseMethod(request, receiverId);
  }
  if (path !== READY) return noSuchAddress();
  if (!HEALTH.has(request.method ?? "")) return wrongMethod([...HEALTH].join(", "));
  const missing = routes.missing();
  return { status: missing.length === 0 ? 200 : 503, body: { ready: missing.length === 0, missing } };
}

function answerWith(request: IncomingMessage, response: ServerResponse, answer?: Answer): void {
  if (!answer || response.destroyed) {
    response.destroy();
    return;
  }
  // The connection can't take another request after an unread body.
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  const unread = !request.complete && (length !== undefined || encoding !== undefined);
  const close = answer.close || unread;
  send(request, response, close ? { ...answer, close } : answer);
}

function malformed(status: number): RawAnswer {
  const answer = malformedRequest(status);
  const body = JSON.stringify(answer.body);
  return { headers: headersOf(answer, Buffer.byteLength(body)), body };
}
