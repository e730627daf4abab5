import { describeFault } from "./error-response.ts";
import { createLog } from "./log.ts";

/**
 * Answers with a line of JSON for each value that `work` tells, as it tells it. The signal of `work` aborts when the
 * caller goes away. A fault ends the answer early, which its reader can tell by the lines that are missing, and is logged
 * as faults are: without messages, which may quote data.
 */
export function ndjsonResponse<T>(
  caller: AbortSignal,
  work: (tell: (value: T) => void, signal: AbortSignal) => Promise<void>,
): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([caller, gone.signal]);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (value: T) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
      };
      try {
        await work(tell, signal);
      } catch (error) {
        if (!signal.aborted) createLog("dashboard").error({ faults: describeFault(error) }, "an answer broke off");
      }
      // Nobody is there to close it for.
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
