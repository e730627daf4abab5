/** How soon a value is sent (ms): well within a second. */
const SOON_MS = 600;
/** Delay before a failed send is repeated. */
const AGAIN_MS = 4_000;

type Options<T> = {
  send: (value: T) => Promise<void>;
  /** Whether the next attempt may succeed after this error. */
  isPassing: (error: unknown) => boolean;
  /** Nothing is left to be sent. */
  onIdle?: () => void;
};

/**
 * Sends values of which only the newest counts: soon after the first change, and one request after the other, so that
 * an older value never arrives last. A newer value replaces a failed one.
 */
export function newestSender<T>({ send, isPassing, onIdle }: Options<T>) {
  type Waiting = { value: T; onSent: (sent: boolean) => void };
  let waiting: Waiting | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;

  async function sendWaiting(): Promise<void> {
    if (waiting === null) return;
    const { value, onSent } = waiting;
    waiting = null;
    try {
      await send(value);
      onSent(true);
    } catch (error) {
      onSent(false);
      if (!isPassing(error)) return;
      waiting ??= { value, onSent };
      schedule(AGAIN_MS);
    }
  }

  /** Sends the waiting value at once, unless a request is in flight. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendWaiting().finally(() => {
      sending = null;
      if (waiting !== null) schedule(SOON_MS);
      else onIdle?.();
    });
    return sending;
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(flush, ms);
  }

  return {
    add(value: T, onSent: (sent: boolean) => void = () => undefined): void {
      waiting = { value, onSent };
      schedule(SOON_MS);
    },
    flush,
    /** As `flush`, but beside a running request, since the page is left. */
    leave: sendWaiting,
    /** Resolves when the values pending at the call have been sent or have failed. */
    async settled(): Promise<void> {
      await sending;
      await flush();
    },
  };
}
