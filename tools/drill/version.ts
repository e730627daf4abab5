import { freePort } from "#tools/test/free-ports.ts";
import { type Installed, type RealProcess, startProcess } from "#tools/test/real-processes.ts";
import type { Sources } from "./releases.ts";

export type Kind = "receiver" | "worker" | "dashboard";

/**
 * The processes of one version, started and stopped one by one; processes of two versions can run side by side over one
 * database.
 */
export class Version {
  readonly receiverPort: number;
  readonly dashboardPort: number;
  readonly #root: string;
  readonly #installed: Installed;
  readonly #running = new Map<Kind, RealProcess>();

  private constructor({ root }: Sources, installed: Installed, dashboardPort: number) {
    this.#root = root;
    this.#installed = installed;
    this.receiverPort = installed.receiverPort;
    this.dashboardPort = dashboardPort;
  }

  /** Its processes are killed with the stack. */
  static async on(sources: Sources, installed: Installed, stack: AsyncDisposableStack): Promise<Version> {
    const version = new Version(sources, { ...installed, receiverPort: await freePort() }, await freePort());
    stack.defer(async () => {
      await Promise.all([...version.#running.values()].map((child) => child.end("SIGKILL")));
    });
    return version;
  }

  get origin(): string {
    return `http://localhost:${this.dashboardPort}`;
  }

  /** Resolves when the process is ready. Rejects if it ends before. */
  async start(kind: Kind): Promise<void> {
    const more = { PORT: String(this.dashboardPort), APP_ORIGIN: this.origin };
    const child = startProcess(kind, this.#installed, { root: this.#root, more });
    this.#running.set(kind, child);
    await child.ready();
  }

  /** Stops the process as a supervisor does; SIGKILL leaves it no time to end its work. */
  async stop(kind: Kind, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#running.get(kind);
    this.#running.delete(kind);
    await child?.end(signal);
  }
}
