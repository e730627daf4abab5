import { env } from "#lib/server/base/env.ts";
import { createLog } from "#lib/server/base/log.ts";
import { listen } from "#lib/server/db/listen.ts";
import { LIVE_CHANNEL } from "./notify.ts";

/** `changed` carries a JSON array of live messages; `hello` says that something may have been missed: refetch. */
export type LiveEvent = { event: "changed" | "hello"; data: string };

type Subscriber = (event: LiveEvent) => void;

/**
 * The one LISTEN connection of this process, fanned out to every stream (design §4, Live). After losing it every
 * subscriber gets `hello`, since notifications sent meanwhile are gone.
 */
export class LiveHub {
  readonly #subscribers = new Set<Subscriber>();
  readonly #databaseUrl: string;
  readonly #onError: (error: Error) => void;
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;

  constructor(databaseUrl: string, onError: (error: Error) => void) {
    this.#databaseUrl = databaseUrl;
    this.#onError = onError;
  }

  /** Adds a subscriber, connecting if it is the first. Returns how to leave. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    this.#listening ??= listen(
      this.#databaseUrl,
      {
        name: "cotejo live",
        channel: LIVE_CHANNEL,
        onConnected: () => this.#publish({ event: "hello", data: "{}" }),
        onNotification: (payload) => this.#publish({ event: "changed", data: payload || "[]" }),
        onError: this.#onError,
      },
      this.#closing.signal,
    );
    return () => this.#subscribers.delete(subscriber);
  }

  async close(): Promise<void> {
    this.#subscribers.clear();
    this.#closing.abort();
    await this.#listening;
  }

  #publish(event: LiveEvent): void {
    for (const subscriber of this.#subscribers) subscriber(event);
  }
}

// Hot reload evaluates modules again; the hub must outlive them.
const shared = globalThis as { cotejoLiveHub?: LiveHub };

/** This process's hub. */
function liveHub(): LiveHub {
  if (!shared.cotejoLiveHub) {
    const log = createLog("dashboard");
    shared.cotejoLiveHub = new LiveHub(env().DATABASE_URL ?? "", (error) =>
      log.warn({ reason: error.message }, "live updates lost the database; reconnecting"),
    );
  }
  return shared.cotejoLiveHub;
}

const RECHECK_MS = 5_000;

/** A reader this far behind is cut off; it connects again and refetches what it shows. */
const MAX_BACKLOG = 1_000;

/** Tabs share one stream, so that a session has as many as it has browsers without locks, and no need for more. */
const MOST_OF_A_SESSION = 10;

/** By session how to close each of its streams in this process, the oldest one first. */
const streams = new Map<string, Set<() => void>>();

/**
 * The SSE stream of one browser: `hello` at once, `changed` as facts come, a `ping` every 5 s. At each ping the session
 * is looked at again, so that a revoked one loses its stream. Beyond ten streams of a session the oldest is closed with
 * `replaced`, after which the browser does not reconnect at once.
 */
export function liveStream(options: {
  /** Names the session for all its life. */
  session: string;
  signal: AbortSignal;
  stillAllowed: () => Promise<boolean>;
  hub?: LiveHub;
  recheckMs?: number;
}): ReadableStream<Uint8Array> {
  const hub = options.hub ?? liveHub();
  const encoder = new TextEncoder();
  let leave = () => {};
  let ended = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = ({ event, data }: LiveEvent | { event: "ping" | "replaced"; data: string }) => {
          if ((controller.desiredSize ?? 0) < -MAX_BACKLOG) return end();
          controller.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
        };
        const end = () => {
          if (ended) return;
          ended = true;
          leave();
          controller.close();
        };
        const replace = () => {
          send({ event: "replaced", data: "{}" });
          end();
        };
        const ofSession = streams.get(options.session) ?? new Set();
        const [oldest] = ofSession;
        if (ofSession.size >= MOST_OF_A_SESSION) oldest?.();
        streams.set(options.session, ofSession.add(replace));
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
          ofSession.delete(replace);
          if (ofSession.size === 0) streams.delete(options.session);
        };
        options.signal.addEventListener("abort", end, { once: true });
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
        send({ event: "hello", data: "{}" });
      },
      cancel() {
        ended = true;
        leave();
      },
    },
    { highWaterMark: 64 },
  );
}
