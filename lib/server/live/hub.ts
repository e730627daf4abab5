import pg from "pg";
import { env } from "#lib/server/env.ts";
import { createLog } from "#lib/server/log.ts";
import { LIVE_CHANNEL } from "./notify.ts";

/** `changed` carries a JSON array of live messages; `hello` says that something may have been missed: ask again. */
export type LiveEvent = { event: "changed" | "hello"; data: string };

type Subscriber = (event: LiveEvent) => void;

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;

/**
 * The one LISTEN connection of this process, fanned out to every stream (design §4, Live). After losing it every
 * subscriber gets `hello`, since notifications sent meanwhile are gone.
 */
export class LiveHub {
  readonly #subscribers = new Set<Subscriber>();
  readonly #databaseUrl: string;
  readonly #onTrouble: (error: Error) => void;
  #client: pg.Client | undefined;
  #retryMs = FIRST_RETRY_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(databaseUrl: string, onTrouble: (error: Error) => void) {
    this.#databaseUrl = databaseUrl;
    this.#onTrouble = onTrouble;
  }

  /** Adds a subscriber, connecting if it is the first. Returns how to leave. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    if (!this.#client && !this.#timer) void this.#connect();
    return () => this.#subscribers.delete(subscriber);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#subscribers.clear();
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #connect(): Promise<void> {
    this.#timer = undefined;
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: "cotejo live",
      keepAlive: true,
    });
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, new Error("the connection ended")));
    client.on("notification", ({ payload }) => this.#publish({ event: "changed", data: payload ?? "[]" }));
    try {
      await client.connect();
      await client.query(`LISTEN ${LIVE_CHANNEL}`);
      this.#retryMs = FIRST_RETRY_MS;
      this.#publish({ event: "hello", data: "{}" });
    } catch (error) {
      this.#lost(client, error instanceof Error ? error : new Error("could not listen"));
    }
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.#onTrouble(error);
    this.#timer = setTimeout(() => void this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
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
