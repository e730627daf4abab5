import { setTimeout as delay } from "node:timers/promises";
import type { VerificationList } from "#lib/core/contract/verifications/verification.ts";
import { type Credentials, signIn } from "#tools/test/sign-in.ts";
import { until } from "#tools/test/until.ts";

const READERS = 2;
const PAUSE_MS = 50;
const RETRY_MS = 50;
/** The pause between notes: a session may write sixty a minute. */
const NOTE_INTERVAL_MS = 2_000;

/**
 * Signed-in users in one session: each polls the list, opens pages and writes notes. `origins` are the dashboards, used in
 * turns as by a load balancer; if one does not answer at all, the next one is used.
 */
export class Readers {
  origins: readonly string[];
  /** The number of each kind of answer, by the request. */
  readonly answers = new Map<string, number>();
  /** Texts of notes that were acknowledged, by file. */
  readonly notes = new Map<string, string[]>();
  /** The number of completed rounds of all readers. */
  #rounds = 0;
  readonly #cookie: string;
  #requests = 0;
  #nextNote = 0;
  #stopped = false;
  readonly #loops: Promise<void>[];

  private constructor(origin: string, cookie: string) {
    this.origins = [origin];
    this.#cookie = cookie;
    this.#loops = Array.from({ length: READERS }, () => this.#loop());
  }

  static async signIn(origin: string, credentials: Credentials): Promise<Readers> {
    return new Readers(origin, await signIn(origin, credentials));
  }

  /** Answers that no signed-in user may get. No answer is allowed, since the dashboard may be restarting. */
  get faults(): string[] {
    return [...this.answers.keys()].filter((answer) => !/ (200|201|no answer)$/.test(answer));
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      const list = await this.#request("GET", "/api/verifications", "the list");
      const { items } = (list === null ? { items: [] } : JSON.parse(list)) as Pick<VerificationList, "items">;
      const id = items[Math.floor(Math.random() * items.length)]?.verification_id;
      await this.#request("GET", "/verifications", "the page of the list");
      if (id !== undefined) {
        const path = encodeURIComponent(id);
        await this.#request("GET", `/verifications/${path}`, "the page of a file");
        await this.#writeNote(id, `/api/verifications/${path}/notes`);
      }
      this.#rounds += 1;
      await delay(PAUSE_MS);
    }
  }

  async #writeNote(id: string, path: string): Promise<void> {
    if (performance.now() < this.#nextNote) return;
    this.#nextNote = performance.now() + NOTE_INTERVAL_MS;
    const text = `note ${this.#requests}`;
    const added = await this.#request("POST", path, "a note", { text });
    if (added !== null) this.notes.set(id, [...(this.notes.get(id) ?? []), text]);
  }

  /** The text of a 2xx answer, else null. Writes are not repeated, since their outcome is unknown. */
  async #request(method: string, path: string, what: string, body?: object): Promise<string | null> {
    for (;;) {
      this.#requests += 1;
      const origin = this.origins[this.#requests % this.origins.length] ?? "";
      try {
        const answer = await fetch(`${origin}${path}`, {
          method,
          redirect: "manual",
          headers: { cookie: this.#cookie, origin, ...(body && { "content-type": "application/json" }) },
          body: body && JSON.stringify(body),
        });
        const text = await answer.text();
        this.#count(`${what} ${answer.status}`);
        return answer.ok ? text : null;
      } catch {
        this.#count(`${what} no answer`);
        if (method !== "GET" || this.#stopped) return null;
        await delay(RETRY_MS);
      }
    }
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  /** Resolves when each reader has completed at least one more round. Rejects after the timeout. */
  async progress(): Promise<void> {
    const goal = this.#rounds + 2 * READERS;
    const message = () => `the dashboard does not answer: ${this.summary}`;
    await until(() => this.#rounds >= goal, { everyMs: 5, message });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  get summary(): string {
    return [...this.answers].map(([answer, count]) => `${answer} × ${count}`).join(", ");
  }
}
