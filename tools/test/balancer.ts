import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import { join } from "node:path";

/** A port of this machine, or any address. */
type Target = number | NetConnectOpts;

/** A TCP balancer on loopback: each connection goes to the next target that accepts it. */
export class Balancer {
  /** Used in turns. Without a target, connections are accepted and get no answer. */
  targets: readonly Target[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #turns = 0;

  private constructor(targets: readonly Target[]) {
    this.targets = targets;
    this.#server = createServer((near) => {
      this.#keep(near);
      this.#turns += 1;
      const first = this.#turns % Math.max(1, this.targets.length);
      this.#lead(near, [...this.targets.slice(first), ...this.targets.slice(0, first)]);
    });
  }

  static async start(targets: readonly Target[]): Promise<Balancer> {
    const balancer = new Balancer(targets);
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    return balancer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #lead(near: Socket, [target, ...others]: readonly Target[]): void {
    if (target === undefined) {
      if (this.targets.length > 0) near.destroy();
      return;
    }
    const far = connect(typeof target === "number" ? { port: target, host: "127.0.0.1" } : target);
    this.#keep(far);
    const next = () => this.#lead(near, others);
    far.once("error", next);
    far.once("connect", () => {
      far.off("error", next);
      near.pipe(far).pipe(near);
      near.once("close", () => far.destroy());
      far.once("close", () => near.destroy());
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => undefined);
  }

  /** Drops all data of open connections in both directions, even their end, as if the machine behind them had vanished. */
  dropAll(): void {
    this.targets = [];
    for (const socket of this.#sockets) {
      for (const event of ["connect", "data", "end", "close"]) socket.removeAllListeners(event);
      socket.unpipe().resume();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server.close(), "close");
  }
}

/** A proxy to a database whose machine can vanish: then no connection is refused, closed or answered. */
export async function startProxy(databaseUrl: string) {
  const url = new URL(databaseUrl.replace("postgres:///", "postgres://localhost/"));
  const port = url.port || "5432";
  const socket = join(url.searchParams.get("host") ?? "", `.s.PGSQL.${port}`);
  const targets = [existsSync(socket) ? { path: socket } : { port: Number(port), host: url.hostname }];
  const balancer = await Balancer.start(targets);
  url.hostname = "127.0.0.1";
  url.port = String(balancer.port);
  url.searchParams.delete("host");
  return {
    url: url.href,
    dropAll: () => balancer.dropAll(),
    /** New connections work again. */
    recover() {
      balancer.targets = targets;
    },
    close: () => balancer.close(),
  };
}
