import { setTimeout as delay } from "node:timers/promises";
import { eventBodies } from "#tools/bench/load/events.ts";
import { postHook, signatureHeader } from "#tools/test/hooks.ts";
import { until } from "#tools/test/until.ts";

const CONCURRENCY = 12;
/** Events of ten verifications, sent in any order. */
const BATCH_SIZE = 80;
/** One of this many deliveries is sent twice. */
const DUPLICATE_EVERY = 10;
const RETRY_MS = 50;
/** Longer than the start of any process on a busy machine. */
const TIMEOUT_MS = 120_000;

export type Receiver = { receiverId: string; webhookSecret: string };

type LoadOptions = {
  port: number;
  perSecond: number;
  /** The next events; by default shuffled events of ten verifications. */
  bodies?: () => string[];
};

/**
 * Sends signed deliveries at a steady rate, as the service does: a delivery without a 2xx answer is sent again with the
 * same bytes and signature, until it gets one or the stack ends. `ports` are the receivers, used in turns as by a load
 * balancer.
 */
export class Deliveries {
  ports: readonly number[];
  /** Signatures of deliveries answered with 200. */
  readonly acknowledged = new Set<string>();
  /** The number of each kind of answer. */
  readonly answers = new Map<string, number>();
  readonly #receiver: Receiver;
  readonly #loops: Promise<void>[];
  readonly #nextBodies: () => string[];
  #bodies: string[] = [];
  #attempts = 0;
  #stopped = false;
  #abandoned = false;

  constructor(receiver: Receiver, { port, perSecond, bodies }: LoadOptions, stack: AsyncDisposableStack) {
    this.#receiver = receiver;
    this.#nextBodies = bodies ?? (() => shuffled(eventBodies(BATCH_SIZE)));
    this.ports = [port];
    this.#loops = Array.from({ length: CONCURRENCY }, (_, index) => this.#loop((1_000 * index) / perSecond, perSecond));
    stack.defer(() => this.#abandon());
  }

  /** Answers that a receiver must not give: any but 200, and 503 with `Retry-After`. */
  get faults(): string[] {
    return [...this.answers.keys()].filter((answer) => !PERMITTED.test(answer));
  }

  async #loop(afterMs: number, perSecond: number): Promise<void> {
    const everyMs = (1_000 * CONCURRENCY) / perSecond;
    for (let next = performance.now() + afterMs; !this.#stopped; next += everyMs) {
      // Late deliveries are not caught up: a burst after each restart would be another test.
      next = Math.max(next, performance.now());
      await delay(Math.max(0, next - performance.now()));
      if (this.#bodies.length === 0) this.#bodies = this.#nextBodies();
      const body = this.#bodies.pop() ?? "";
      const header = signatureHeader(this.#receiver.webhookSecret, body);
      const copies = Math.random() * DUPLICATE_EVERY < 1 ? 2 : 1;
      const delivered = await Promise.all(Array.from({ length: copies }, () => this.#deliver(body, header)));
      if (delivered.every(Boolean)) this.acknowledged.add(header.slice(-64));
    }
  }

  /** Whether the delivery was acknowledged; false only if the drill is abandoned. */
  async #deliver(body: string, header: string): Promise<boolean> {
    while (!this.#abandoned) {
      const answer = await this.#post(body, header);
      this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
      if (answer === "200") return true;
      await delay(RETRY_MS);
    }
    return false;
  }

  async #post(body: string, header: string): Promise<string> {
    this.#attempts += 1;
    const port = this.ports[this.#attempts % this.ports.length] ?? 0;
    try {
      const { status, headers } = await postHook(port, this.#receiver.receiverId, body, header);
      return headers.has("retry-after") ? `${status} with Retry-After` : String(status);
    } catch (error) {
      const { code = "unknown" } = ((error as Error).cause ?? {}) as { code?: string };
      return `no answer (${code})`;
    }
  }

  /** Resolves when `more` further deliveries were acknowledged. Rejects after the timeout. */
  async progress(more: number): Promise<void> {
    const goal = this.acknowledged.size + more;
    const message = () => `deliveries are acknowledged no longer: ${this.summary}`;
    await until(() => this.acknowledged.size >= goal, { everyMs: 5, message });
  }

  /** Resolves when all deliveries are acknowledged. Rejects after the timeout. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const timer = setTimeout(() => this.#abandon(), TIMEOUT_MS);
    await Promise.all(this.#loops).finally(() => clearTimeout(timer));
    if (this.#abandoned) throw new Error(`the last deliveries are not acknowledged: ${this.summary}`);
  }

  /** Ends after a failure, without waiting for any delivery. */
  #abandon(): void {
    this.#stopped = true;
    this.#abandoned = true;
  }

  get summary(): string {
    return [...this.answers].map(([answer, count]) => `${answer} × ${count}`).join(", ");
  }
}

const PERMITTED = /^(200|503 with Retry-After|no answer \(.*\))$/;

function shuffled(bodies: Iterable<string>): string[] {
  return Array.from(bodies, (body) => ({ body, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ body }) => body);
}
