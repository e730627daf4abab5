import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#test/free-ports.ts";
import { type Installed, type RealProcess, startProcess } from "#test/real-processes.ts";
import type { Sources } from "./releases.ts";

export type Kind = "receiver" | "worker" | "dashboard";

const READY_MS = 120_000;

/**
 * The processes of one version, each started and stopped alone; processes of two versions run beside each other over
 * one database.
 */
export class Version {
  readonly receiverPort: number;
  readonly dashboardPort: number;
  readonly #sources: Sources;
  readonly #installed: Installed;
  readonly #running = new Map<Kind, RealProcess>();

  private constructor(sources: Sources, installed: Installed, dashboardPort: number) {
    this.#sources = sources;
    this.#installed = installed;
    this.receiverPort = installed.receiverPort;
    this.dashboardPort = dashboardPort;
  }

  static async on(sources: Sources, installed: Installed): Promise<Version> {
    return new Version(sources, { ...installed, receiverPort: await freePort() }, await freePort());
  }

  get origin(): string {
    return `http://localhost:${this.dashboardPort}`;
  }

  /** Resolves when the process is at work. Rejects when it ends instead. */
  async start(kind: Kind): Promise<void> {
    const { origin, dashboardPort } = this;
    const more = { PORT: String(dashboardPort), APP_ORIGIN: origin, NEXT_TELEMETRY_DISABLED: "1" };
    const child = startProcess(kind, this.#installed, { root: this.#sources.root, more });
    this.#running.set(kind, child);
    const what = `the ${kind} of ${this.#sources.version}`;
    const ended = child.exited.then(() => {
      throw new Error(`${what} has ended`);
    });
    // After the start it ends by a stop only.
    ended.catch(() => undefined);
    const late = AbortSignal.timeout(READY_MS);
    await Promise.race([ended, this.#ready(kind, child, late)]);
    if (late.aborted) throw new Error(`${what} is not ready`);
  }

  async #ready(kind: Kind, child: RealProcess, late: AbortSignal): Promise<void> {
    const never = new Promise<void>((resolve) => late.addEventListener("abort", () => resolve(), { once: true }));
    if (kind === "worker") return void (await Promise.race([child.ready, never]));
    const url =
      kind === "receiver"
        ? `http://127.0.0.1:${this.receiverPort}/health/ready`
        : `http://127.0.0.1:${this.dashboardPort}/api/health/live`;
    while (!late.aborted && !(await fetch(url).catch(() => null))?.ok) await delay(25);
  }

  /** As a supervisor stops it. */
  async stop(kind: Kind): Promise<void> {
    const child = this.#running.get(kind);
    this.#running.delete(kind);
    child?.kill("SIGTERM");
    await child?.exited;
  }

  /** Without a chance to end its work. */
  async kill(kind: Kind): Promise<void> {
    const child = this.#running.get(kind);
    this.#running.delete(kind);
    child?.kill("SIGKILL");
    await child?.exited;
  }

  async killAll(): Promise<void> {
    for (const child of this.#running.values()) child.kill("SIGKILL");
    await Promise.all([...this.#running.values()].map(({ exited }) => exited));
  }
}
