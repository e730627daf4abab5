import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { DELIVERY_FAULTS } from "#lib/edge/contract/sandbox/sandbox.ts";
import type { CallFault, DeliveryFault, NewFault, SandboxFault } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { type ErrorCode, errorBodyOf } from "#lib/platform/contract/error.ts";
import { type Answer, render, write } from "./answer.ts";

/** The delay of each kind of fault that delays, in milliseconds before the time scale. */
const DELAY_MS: Partial<Record<NewFault["kind"], number>> = {
  slow: 2_000,
  late: 2_000,
  clock: 600_000,
  delivery_delayed: 60_000,
  delivery_shuffled: 10_000,
};

/** An applied fault; `delay_ms` in milliseconds, before the time scale. */
export type AppliedFault<Fault extends NewFault> = Fault & { delay_ms: number };

export type Faults = ReturnType<typeof createFaults>;

/**
 * Requested faults, so that a client can be tested with every failure of calls and deliveries. They live in memory: after
 * a restart the service is healthy. If several match, the fault requested first is applied.
 */
export function createFaults() {
  const calls = createQueue<CallFault>();
  const deliveries = createQueue<DeliveryFault>();
  return {
    /** Returns the fault's id. */
    add: (fault: NewFault): string => (isOfDeliveries(fault) ? deliveries.add(fault) : calls.add(fault)),
    list: () => [...calls.list(), ...deliveries.list()],
    /** False if there is no such active fault. */
    end: (id: string): boolean => calls.end(id) || deliveries.end(id),
    clear() {
      calls.clear();
      deliveries.clear();
    },
    /** The fault for this call, counted as applied. */
    take: (method: string, path: string) =>
      calls.meet(
        (fault) =>
          (fault.method === undefined || fault.method === method) &&
          (fault.path === undefined ||
            (fault.path.endsWith("*") ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path)),
      ),
    /** The fault for the deliveries of this event, counted as applied. */
    takeDelivery: (event: string, verificationId: string) =>
      deliveries.meet((fault) => {
        const concerned =
          (fault.event === undefined || fault.event === event) &&
          (fault.verification_id === undefined || fault.verification_id === verificationId);
        if (!concerned || !fault.skip) return concerned;
        fault.skip -= 1;
        return false;
      }),
  };
}

const isOfDeliveries = (fault: NewFault): fault is DeliveryFault => DELIVERY_FAULTS.some((kind) => kind === fault.kind);

/** The active faults of one sort, oldest first; a fault leaves when its count is used up. */
function createQueue<Fault extends NewFault>() {
  let faults: { id: string; met: number; fault: Fault }[] = [];
  return {
    add(fault: Fault): string {
      const id = randomUUID();
      const delay = fault.delay_ms ?? DELAY_MS[fault.kind];
      faults.push({ id, met: 0, fault: { ...fault, ...(delay === undefined ? {} : { delay_ms: delay }) } });
      return id;
    },
    list: (): SandboxFault[] =>
      faults.map(({ id, met, ...entry }) => {
        const fault: NewFault = entry.fault;
        return { ...fault, id, met };
      }),
    end(id: string): boolean {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear() {
      faults = [];
    },
    /** `meets` is called for each fault until one matches. */
    meet(meets: (fault: Fault) => boolean): AppliedFault<Fault> | null {
      const entry = faults.find((candidate) => meets(candidate.fault));
      if (!entry) return null;
      const { fault } = entry;
      entry.met += 1;
      if (fault.count !== null) fault.count -= 1;
      faults = faults.filter((candidate) => candidate.fault.count !== 0);
      return { ...fault, delay_ms: fault.delay_ms ?? 0 };
    },
  };
}

/** Error codes of the interface by status; other statuses, like 429, get a plain code. */
const CODES: Record<number, ErrorCode> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  429: "TOO_MANY_REQUESTS",
};

const HTML = "<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>";

/**
 * Answers a call according to `fault` (`lib/edge/contract/sandbox/sandbox.ts`). `work` computes the answer of a healthy service,
 * even if the caller has left.
 */
export async function answerFaultily(
  response: ServerResponse,
  fault: AppliedFault<CallFault>,
  timeScale: number,
  work: () => Promise<Answer>,
): Promise<void> {
  const delay = fault.delay_ms / timeScale;
  switch (fault.kind) {
    case "hang":
      return;
    case "status": {
      const status = fault.status ?? 500;
      const code = CODES[status] ?? "INTERNAL_SERVER_ERROR";
      const headers: Record<string, string> = status === 429 || status === 503 ? { "retry-after": "1" } : {};
      return write(response, { status, headers, json: errorBodyOf(code, "a fault was requested") });
    }
    case "html":
      return write(response, {
        status: fault.status ?? 502,
        bytes: { type: "text/html; charset=utf-8", content: Buffer.from(HTML) },
      });
    case "redirect":
      return write(response, { status: fault.status ?? 302, headers: { location: "/elsewhere" } });
    case "slow":
      await Promise.race([unrefDelay(delay), untilCallerLeft(response)]);
      return write(response, await work());
    case "late":
      await untilCallerLeft(response);
      await unrefDelay(delay);
      await work();
      return;
    case "clock": {
      const answer = await work();
      const date = new Date(Date.now() - fault.delay_ms).toUTCString();
      return write(response, { ...answer, headers: { ...answer.headers, date } });
    }
    case "lost":
      await work();
      response.destroy();
      return;
    case "truncate": {
      const answer = await work();
      const { headers, content } = render(answer);
      response.writeHead(answer.status, { ...headers, "content-length": content.length });
      response.write(content.subarray(0, Math.floor(content.length / 2)), () => response.destroy());
    }
  }
}

/** A wait that does not keep the process alive. */
const unrefDelay = (ms: number): Promise<void> => wait(ms, undefined, { ref: false });

/** Resolves when the caller has closed the connection. */
const untilCallerLeft = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.once("close", resolve);
  });
