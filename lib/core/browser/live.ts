import type { LiveMessage } from "#lib/core/contract/verifications/activity.ts";
import type { FilePresence, PresenceMessage } from "#lib/core/contract/verifications/presence.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { withMessage } from "./presence.ts";

export type LiveState = "connecting" | "live" | "reconnecting";

/** `hello`: the stream has begun, and earlier messages may be missing, so everything shown is refetched. */
export type LiveUpdate =
  | { type: "hello"; role?: Role | null }
  | { type: "changed"; messages: LiveMessage[] }
  /** The open files and their readers, complete. */
  | { type: "presence"; present: FilePresence[] }
  | { type: "state"; state: LiveState };

const CHANNEL = "cotejo-live";
const LEADER = "cotejo-live-leader";
const REOPEN_DELAY_MS = 3_000;
/**
 * Wait after the server closed the stream because the session has newer ones. Reconnecting at once would close the
 * stream of another tab, which would then reconnect in turn, without end.
 */
const REPLACED_DELAY_MS = 60_000;
/** The server sends something every five seconds. A browser may notice a lost network only much later. */
const SILENCE_TIMEOUT_MS = 20_000;

/**
 * A single stream per browser, shared by its tabs, since HTTP/1.1 allows six connections to a server (design §4, Live).
 * The tab with the lock reads the stream and passes messages on; when it closes, another takes over and all refetch.
 */
export function connectLive(onUpdate: (update: LiveUpdate) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const leaving = new AbortController();
  const publish = (update: LiveUpdate) => {
    onUpdate(update);
    channel.postMessage(update);
  };
  channel.onmessage = ({ data }: MessageEvent<LiveUpdate | { type: "state?" }>) => {
    if (data.type !== "state?") onUpdate(data);
  };
  channel.postMessage({ type: "state?" });
  // Browsers without the Web Locks API: each tab reads its own stream.
  if (navigator.locks) {
    navigator.locks
      .request(LEADER, { signal: leaving.signal }, () => read(publish, channel, leaving.signal))
      .catch(() => undefined);
  } else void read(publish, channel, leaving.signal);
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** Reads the stream until `leaving` aborts. */
function read(publish: (update: LiveUpdate) => void, channel: BroadcastChannel, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let state: LiveState = "connecting";
    let present: FilePresence[] = [];
    const publishPresence = (message: PresenceMessage) => {
      present = withMessage(present, message);
      publish({ type: "presence", present });
    };
    const changeState = (next: LiveState) => {
      state = next;
      publish({ type: "state", state });
      // While there is no stream, nobody would report that readers have left.
      if (state !== "live") publishPresence({ whole: true, files: [] });
    };
    let source: EventSource;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const restartSilenceTimeout = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        source.close();
        changeState("reconnecting");
        open();
      }, SILENCE_TIMEOUT_MS);
    };
    const close = () => {
      clearTimeout(silence);
      source.close();
    };
    const open = () => {
      clearTimeout(reopening);
      document.removeEventListener("visibilitychange", openIfVisible);
      source = new EventSource("/api/live");
      restartSilenceTimeout();
      for (const name of ["hello", "changed", "ping"]) source.addEventListener(name, restartSilenceTimeout);
      source.addEventListener("hello", (event) => {
        changeState("live");
        publish({ type: "hello", role: readRole(event.data) });
      });
      source.addEventListener("changed", (event) => {
        // Not batched here: the subscriber limits the rate of its refetches.
        publish({ type: "changed", messages: readMessages(event.data) });
      });
      source.addEventListener("presence", (event) => publishPresence(JSON.parse(event.data)));
      source.addEventListener("replaced", () => {
        close();
        changeState("reconnecting");
        reopening = setTimeout(open, REPLACED_DELAY_MS);
        document.addEventListener("visibilitychange", openIfVisible);
      });
      source.addEventListener("error", () => {
        changeState("reconnecting");
        // After a lost connection the browser reconnects by itself, but not after an answer that is no event stream.
        // The refetch then also detects an ended session.
        if (source.readyState !== EventSource.CLOSED) return;
        close();
        publish({ type: "hello" });
        reopening = setTimeout(open, REOPEN_DELAY_MS);
      });
    };
    const openIfVisible = () => {
      if (document.visibilityState === "visible") open();
    };
    open();
    channel.addEventListener("message", ({ data }) => {
      if (data.type !== "state?") return;
      channel.postMessage({ type: "state", state });
      channel.postMessage({ type: "presence", present });
    });
    leaving.addEventListener(
      "abort",
      () => {
        clearTimeout(reopening);
        document.removeEventListener("visibilitychange", openIfVisible);
        close();
        resolve();
      },
      { once: true },
    );
  });
}

function readRole(data: string | undefined): Role | null {
  try {
    const { role } = JSON.parse(data ?? "{}");
    return ROLES.find((one) => one === role) ?? null;
  } catch {
    return null;
  }
}

/** The messages of an SSE `changed` frame; empty for a malformed frame. */
export function readMessages(data: string): LiveMessage[] {
  try {
    const parsed: unknown = JSON.parse(data);
    return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry?.verification_id === "string") : [];
  } catch {
    return [];
  }
}
