import { type LiveEvent, type LiveHub, liveHub } from "./hub.ts";

const RECHECK_MS = 5_000;

/** A reader this far behind is cut off; it connects again and asks for what it shows. */
const MAX_BACKLOG = 1_000;

/**
 * The SSE stream of one browser: `hello` at once, `changed` as facts come, a `ping` every 5 s. At each ping the session
 * is looked at again, so that a revoked one loses its stream.
 */
export function liveStream(options: {
  signal: AbortSignal;
  stillAllowed: () => Promise<boolean>;
  hub?: LiveHub;
  recheckMs?: number;
}): ReadableStream<Uint8Array> {
  const hub = options.hub ?? liveHub();
  const encoder = new TextEncoder();
  let leave = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = ({ event, data }: LiveEvent | { event: "ping"; data: string }) => {
          if ((controller.desiredSize ?? 0) < -MAX_BACKLOG) return end();
          controller.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
        };
        let ended = false;
        const end = () => {
          if (ended) return;
          ended = true;
          leave();
          controller.close();
        };
        const unsubscribe = hub.subscribe(send);
        const timer = setInterval(async () => {
          const allowed = await options.stillAllowed().catch(() => false);
          if (ended) return;
          if (allowed) send({ event: "ping", data: "{}" });
          else end();
        }, options.recheckMs ?? RECHECK_MS);
        leave = () => {
          unsubscribe();
          clearInterval(timer);
        };
        options.signal.addEventListener("abort", end, { once: true });
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
        send({ event: "hello", data: "{}" });
      },
      cancel() {
        leave();
      },
    },
    { highWaterMark: 64 },
  );
}
