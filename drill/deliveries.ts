import { setTimeout as delay } from "node:timers/promises";
import { eventBodies } from "#bench/load/events.ts";
import { postHook, signatureHeader } from "#test/hooks.ts";

/** How many are under way at once, at most. */
const SENDERS = 12;
/** Ten verifications, whose events arrive in any order. */
const SHUFFLED = 80;
/** One delivery of this many is sent twice. */
const ONE_OF = 10;
const RETRY_MS = 50;
/** Longer than the start of any process on a machine that has other work. */
const STUCK_MS = 120_000;

export type Receiver = { receiverId: string; webhookSecret: string };

type Load = {
  port: number;
  perSecond: number;
  /** The next events; without it shuffled ones of ten verifications. */
  bodies?: () => string[];
};

/**
 * Signed deliveries at a steady rate, from a sender that is as the service is one: what is not answered with 2xx is sent
 * again, the same bytes and signature, until it is. `ports` are the receivers, taken in turns as a load balancer does.
 */
export class Deliveries {
  ports: readonly number[];
  /** Signatures that were answered with 200. */
  readonly acknowledged = new Set<string>();
  /** How often there was which answer. */
  readonly answers = new Map<string, number>();
  readonly #receiver: Receiver;
  readonly #loops: Promise<void>[];
  readonly #nextBodies: () => string[];
  #bodies: string[] = [];
  #attempts = 0;
  #stopped = false;
  #abandoned = false;

  constructor(receiver: Receiver, { port, perSecond, bodies }: Load) {
    this.#receiver = receiver;
    this.#nextBodies = bodies ?? (() => shuffled(eventBodies(SHUFFLED)));
    this.ports = [port];
    this.#loops = Array.from({ length: SENDERS }, (_, index) => this.#loop((1_000 * index) / perSecond, perSecond));
  }

  /** Answers that a receiver must not give: any but 200, and 503 that says when to come again. */
  get faults(): string[] {
    return [...this.answers.keys()].filter((answer) => !PERMITTED.test(answer));
  }

  async #loop(afterMs: number, perSecond: number): Promise<void> {
    const everyMs = (1_000 * SENDERS) / perSecond;
    for (let next = performance.now() + afterMs; !this.#stopped; next += everyMs) {
      // Late deliveries are not caught up: a burst after each restart would be another test.
      next = Math.max(next, performance.now());
      await delay(Math.max(0, next - performance.now()));
      if (this.#bodies.length === 0) this.#bodies = this.#nextBodies();
      const body = this.#bodies.pop() ?? "";
      const header = signatureHeader(this.#receiver.webhookSecret, body);
      const copies = Math.random() * ONE_OF < 1 ? 2 : 1;
      const delivered = await Promise.all(Array.from({ length: copies }, () => this.#deliver(body, header)));
      if (delivered.every(Boolean)) this.acknowledged.add(header.slice(-64));
    }
  }

  /** Whether the delivery was acknowledged, which it finally is unless the drill is abandoned. */
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

  /** Resolves when so many more were acknowledged. Rejects when that takes far too long. */
  async progress(more: number): Promise<void> {
    const goal = this.acknowledged.size + more;
    for (const deadline = performance.now() + STUCK_MS; this.acknowledged.size < goal; await delay(5)) {
      if (performance.now() > deadline) throw new Error(`deliveries are acknowledged no longer: ${this.summary}`);
    }
  }

  /** Resolves when all deliveries are acknowledged. Rejects when that takes far too long. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const timer = setTimeout(() => this.abandon(), STUCK_MS);
    await Promise.all(this.#loops).finally(() => clearTimeout(timer));
    if (this.#abandoned) throw new Error(`the last deliveries are not acknowledged: ${this.summary}`);
  }

  /** After a failure: ends without waiting for anything. */
  abandon(): void {
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
