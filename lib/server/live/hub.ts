import { listen } from "#lib/server/db/listen.ts";
import { env } from "#lib/server/env.ts";
import { createLog } from "#lib/server/log.ts";
import { LIVE_CHANNEL } from "./notify.ts";

/** `changed` carries a JSON array of live messages; `hello` says that something may have been missed: ask again. */
export type LiveEvent = { event: "changed" | "hello"; data: string };

type Subscriber = (event: LiveEvent) => void;

/**
 * The one LISTEN connection of this process, fanned out to every stream (design §4, Live). After losing it every
 * subscriber gets `hello`, since notifications sent meanwhile are gone.
 */
export class LiveHub {
  readonly #subscribers = new Set<Subscriber>();
  readonly #databaseUrl: string;
  readonly #onTrouble: (error: Error) => void;
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;

  constructor(databaseUrl: string, onTrouble: (error: Error) => void) {
    this.#databaseUrl = databaseUrl;
    this.#onTrouble = onTrouble;
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
        onError: this.#onTrouble,
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
export function liveHub(): LiveHub {
  if (!shared.cotejoLiveHub) {
    const log = createLog("dashboard");
    shared.cotejoLiveHub = new LiveHub(env().DATABASE_URL ?? "", (error) =>
      log.warn({ reason: error.message }, "live updates lost the database; reconnecting"),
    );
  }
  return shared.cotejoLiveHub;
}
