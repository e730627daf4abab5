/** Delay between a change and its request (ms): well within a second. */
const SEND_DELAY_MS = 600;
const RETRY_DELAY_MS = 4_000;

type Options<T> = {
  send: (value: T) => Promise<void>;
  /** Whether a retry may succeed after this error. */
  isTransient: (error: unknown) => boolean;
  /** Nothing is left to be sent. */
  onIdle?: () => void;
};

/**
 * Sends values of which only the newest counts. A request starts soon after the first change, and requests run one at a
 * time, so that an older value never arrives last. A newer value replaces a failed one.
 */
export function newestSender<T>({ send, isTransient, onIdle }: Options<T>) {
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
      if (!isTransient(error)) return;
      waiting ??= { value, onSent };
      schedule(RETRY_DELAY_MS);
    }
  }

  /** Sends the waiting value at once, unless a request is in flight. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendWaiting().finally(() => {
      sending = null;
      if (waiting !== null) schedule(SEND_DELAY_MS);
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
      schedule(SEND_DELAY_MS);
    },
    flush,
    /** Like `flush`, but beside a running request, because the page is being left: the receiver must know the later value. */
    leave: sendWaiting,
    /** Resolves when the values pending at the call have been sent or have failed. */
    async settled(): Promise<void> {
      await sending;
      await flush();
    },
  };
}
