import type { LiveMessage } from "#lib/core/contract/verifications/activity.ts";
import { may, PERMISSIONS } from "#lib/platform/contract/permissions.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { createLog } from "#lib/platform/server/base/log.ts";
import { gauge } from "#lib/platform/server/base/metrics.ts";
import { stopping } from "#lib/platform/server/base/stopping.ts";
import { listen } from "#lib/platform/server/db/listen.ts";
import { LIVE_CHANNEL } from "./notify.ts";
import { PresenceMemory, presenceNotice, presenceReader } from "./presence.ts";

/**
 * `changed` carries a JSON array of live messages, `presence` the readers of files; `hello` means that messages may
 * have been lost: refetch. It also reports a changed role to its reader.
 */
export type LiveEvent = { event: "changed" | "hello" | "presence"; data: string };

type Subscriber = {
  send: (event: LiveEvent) => void;
  role: () => Role;
  user_id?: string;
  /** Called when readers of these files have come or left. */
  meet?: (verification_ids: readonly string[]) => void;
};

/** Interval for dropping readers without reports. */
const FORGET_INTERVAL_MS = 2_000;

/**
 * The LISTEN connection of this process, distributed to every stream (design §4, Live): each gets the messages for its
 * reader. After a lost connection every subscriber gets `hello`, since notifications sent meanwhile are lost.
 */
export class LiveHub {
  readonly presence = new PresenceMemory();
  readonly #subscribers = new Set<Subscriber>();
  readonly #databaseUrl: string;
  readonly #onError: (error: Error) => void;
  readonly #closing = new AbortController();
  #listening: Promise<void> | undefined;
  #forgetting: ReturnType<typeof setInterval> | undefined;

  constructor(databaseUrl: string, onError: (error: Error) => void) {
    this.#databaseUrl = databaseUrl;
    this.#onError = onError;
  }

  /** Adds a subscriber, connecting if it is the first. Returns a function that removes it. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    this.#forgetting ??= setInterval(
      () => this.#meet(this.presence.forget(performance.now())),
      FORGET_INTERVAL_MS,
    ).unref();
    this.#listening ??= listen(
      this.#databaseUrl,
      {
        name: "cotejo live",
        channel: LIVE_CHANNEL,
        onConnected: () => {
          for (const { send } of this.#subscribers) send({ event: "hello", data: "{}" });
        },
        onNotification: (payload) => this.#publish(payload || "[]"),
        onError: this.#onError,
      },
      this.#closing.signal,
    );
    return () => this.#subscribers.delete(subscriber);
  }

  async close(): Promise<void> {
    this.#subscribers.clear();
    clearInterval(this.#forgetting);
    this.#closing.abort();
    await this.#listening;
  }

  #publish(payload: string): void {
    const parsed: unknown = JSON.parse(payload);
    const notice = presenceNotice.safeParse(parsed).data;
    if (notice) this.#meet(this.presence.hear(notice, performance.now()));
    if (!Array.isArray(parsed)) return;
    const messages: LiveMessage[] = parsed;
    const forAll = messages.every(({ permission, user_id }) => permission === undefined && user_id === undefined);
    for (const { send, role, user_id } of this.#subscribers) {
      const shown = forAll ? messages : messages.filter((message) => mayGet({ role: role(), user_id }, message));
      if (shown.length > 0) send({ event: "changed", data: forAll ? payload : JSON.stringify(shown) });
    }
  }

  #meet(verification_ids: readonly string[]): void {
    if (verification_ids.length === 0) return;
    for (const { meet } of this.#subscribers) meet?.(verification_ids);
  }
}

/** Nobody holds a permission of another release. */
const mayGet = (reader: { role: Role; user_id: string | undefined }, { permission, user_id }: LiveMessage): boolean =>
  (user_id === undefined || user_id === reader.user_id) &&
  (permission === undefined || (Object.hasOwn(PERMISSIONS, permission) && may(reader.role, permission)));

// Hot reload evaluates modules again; the hub must outlive them.
const shared = globalThis as { cotejoLiveHub?: LiveHub };

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

/** A reader this far behind is disconnected; it connects again and refetches. */
const MAX_BACKLOG = 1_000;

/** The tabs of a browser share a stream, except in browsers without the Web Locks API. */
const MAX_PER_SESSION = 10;

const clients = gauge("cotejo_live_clients", "Open streams of live changes; the tabs of a browser share one.");

type Cause = "replaced" | "stopping";

/** Functions that close the streams of a session in this process, the oldest stream first. */
const streams = new Map<string, Set<(cause: Cause) => void>>();

function endForStop(): void {
  for (const ofSession of streams.values()) for (const close of [...ofSession]) close("stopping");
}

/** Readers of a stopping process connect again within this time, not all at once. */
const RECONNECT_WITHIN_MS = 2_000;

/**
 * The SSE stream of a browser: `hello` at once, `changed` as facts arrive, a `ping` every 5 s. At each ping the session
 * is checked again, so that a revoked session loses its stream, and a changed role takes effect. Beyond ten streams of
 * a session the oldest is closed with `replaced`, after which the browser does not reconnect at once. When the process
 * is told to stop, the stream ends and the browser connects again, to another process behind a balancer.
 */
export function liveStream(options: {
  /** Identifies the session for all its life. */
  session: string;
  signal: AbortSignal;
  user_id: string;
  role: Role;
  /** The reader's role as long as the session is open; null once it is not. */
  roleNow: () => Promise<Role | null>;
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
        const close = (cause: Cause) => {
          if (cause === "replaced") send({ event: "replaced", data: "{}" });
          else controller.enqueue(encoder.encode(`retry: ${Math.ceil(Math.random() * RECONNECT_WITHIN_MS)}\n\n`));
          end();
        };
        const ofSession = streams.get(options.session) ?? new Set();
        const [oldest] = ofSession;
        if (ofSession.size >= MAX_PER_SESSION) oldest?.("replaced");
        streams.set(options.session, ofSession.add(close));
        let { role } = options;
        const colleagues = presenceReader(
          hub.presence,
          () => ({ user_id: options.user_id, role }),
          (message) => send({ event: "presence", data: JSON.stringify(message) }),
        );
        const pass = (event: LiveEvent) => {
          send(event);
          if (event.event === "hello") colleagues.tellAll();
        };
        const greet = () => pass({ event: "hello", data: JSON.stringify({ role }) });
        const unsubscribe = hub.subscribe({
          send: pass,
          role: () => role,
          user_id: options.user_id,
          meet: (verification_ids) => colleagues.tell(verification_ids),
        });
        const timer = setInterval(async () => {
          const now = await options.roleNow().catch(() => null);
          if (ended) return;
          if (now === null) return end();
          if (now !== role) {
            role = now;
            greet();
          }
          send({ event: "ping", data: "{}" });
        }, options.recheckMs ?? RECHECK_MS);
        clients.inc();
        leave = () => {
          clients.dec();
          unsubscribe();
          clearInterval(timer);
          ofSession.delete(close);
          if (ofSession.size === 0) streams.delete(options.session);
        };
        options.signal.addEventListener("abort", end, { once: true });
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
        greet();
        stopping().addEventListener("abort", endForStop, { once: true });
        if (stopping().aborted) close("stopping");
      },
      cancel() {
        if (ended) return;
        ended = true;
        leave();
      },
    },
    { highWaterMark: 64 },
  );
}
