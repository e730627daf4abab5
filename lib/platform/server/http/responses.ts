import type { ErrorBody } from "#lib/platform/contract/error.ts";
import type { CommandAudit } from "#lib/platform/server/audit/command.ts";
import { CotejoError, causesOf, codeOf, describeFault, digestOf } from "#lib/platform/server/base/errors.ts";
import { createLog, type Log } from "#lib/platform/server/base/log.ts";
import { isUnanswered } from "#lib/platform/server/db/database.ts";

/** The request of the failure, as far as the log may show it. */
type FailedRequest = { method: string; path: string };

let log: Log | undefined;

/** All failures share one log, since each log opens a stream. */
export function dashboardLog(): Log {
  log ??= createLog("dashboard");
  return log;
}

/**
 * The answer to a failure, in the shape of the service's errors (design §9). Unknown errors are never shown: their
 * messages may quote personal data. The log gets their names, codes and places.
 */
export function errorResponse(error: unknown, request: FailedRequest): Response {
  const known = error instanceof CotejoError ? error : databaseAway(error);
  if (!known || known.code === "INTERNAL_SERVER_ERROR") {
    const text = known?.message ?? "unexpected fault in a handler";
    dashboardLog().error({ ...request, faults: describeFault(error) }, text);
  }
  const serviceText = known?.serviceText ?? null;
  if (serviceText !== null) {
    // The service's text may quote our request.
    const facts = { ...request, code: known?.code, service_message_digest: digestOf(serviceText) };
    dashboardLog().warn(facts, "a call of the service failed");
  }
  return answer(known ?? INTERNAL_ERROR, serviceText);
}

const INTERNAL_ERROR = new CotejoError("INTERNAL_SERVER_ERROR", 500, "Something went wrong here. It was logged.");

function answer({ status, code, message, retryAfter, details }: CotejoError, text: string | null): Response {
  const timestamp = new Date().toISOString();
  const body: ErrorBody = { success: false, message, code, timestamp, ...(text && { service_message: text }) };
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.ceil(retryAfter));
  return Response.json({ ...details, ...body }, { status, headers });
}

const DATABASE_AWAY = /^(EAGAIN|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[123]|08\d{3}|53300)$/;
/** The database answers without storing: read-only after a fail-over, or with a full disk. */
const NOT_STORING = /^(25006|53100)$/;

const unavailable = (message: string) =>
  new CotejoError("DATABASE_UNAVAILABLE", 503, message, { retryable: true, retryAfter: 2 });

/** The answer where the database is away or stores nothing; null for any other fault. */
export function databaseAway(error: unknown): CotejoError | null {
  for (const cause of causesOf(error)) {
    if (NOT_STORING.test(codeOf(cause) ?? "")) return unavailable("The database stores nothing at the moment.");
    if (
      DATABASE_AWAY.test(codeOf(cause) ?? "") ||
      isUnanswered(cause) ||
      /timeout exceeded when trying to connect|Connection terminated/.test(cause.message)
    ) {
      return unavailable("The database does not answer. Nothing was lost.");
    }
  }
  return null;
}

type OutcomesAudit<Line extends { outcome: string }> = {
  caller: AbortSignal;
  audit: CommandAudit;
  /** Lines of each outcome so far; the audit entry gets them beside `facts`, however the work ends. */
  counts: Record<Line["outcome"], number>;
  facts: object;
};

/**
 * Streams a line of JSON for each outcome that `work` sends, and counts the outcomes for the audit entry. The signal of
 * `work` aborts when the client disconnects. A fault ends the answer early, so that its reader misses lines, and is
 * logged without its message, which may quote personal data.
 */
export function outcomesResponse<Line extends { outcome: string }>(
  { caller, audit, counts, facts }: OutcomesAudit<Line>,
  work: (send: (line: Line) => void, signal: AbortSignal) => Promise<void>,
): Response {
  const ended = Promise.withResolvers<void>();
  audit.until(ended.promise);
  const gone = new AbortController();
  const signal = AbortSignal.any([caller, gone.signal]);
  const encoder = new TextEncoder();
  const keep = () => audit.add({ after: { ...facts, ...counts, left_out: signal.aborted } });
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (line: Line) => {
        counts[line.outcome as Line["outcome"]] += 1;
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      try {
        await work(send, signal);
        keep();
        ended.resolve();
      } catch (error) {
        keep();
        ended.reject(error);
        if (!signal.aborted) dashboardLog().error({ faults: describeFault(error) }, "an answer broke off");
      }
      // A cancelled stream is closed already, and `close` would throw.
      if (!gone.signal.aborted) controller.close();
    },
    cancel: () => gone.abort(),
  });
  return new Response(stream, {
    headers: {
      "content-type": "application/x-ndjson; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
