import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP balancer on loopback: each connection goes to the next target that accepts it. */
export class Balancer {
  /** Ports, taken in turns. Without any, connections are accepted and get no answer. */
  targets: readonly number[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #turns = 0;

  private constructor(targets: readonly number[]) {
    this.targets = targets;
    this.#server = createServer((near) => {
      this.#keep(near);
      this.#turns += 1;
      const first = this.#turns % Math.max(1, this.targets.length);
      this.#lead(near, [...this.targets.slice(first), ...this.targets.slice(0, first)]);
    });
  }

  static async start(targets: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(targets);
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    return balancer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #lead(near: Socket, [target, ...others]: readonly number[]): void {
    if (target === undefined) {
      if (this.targets.length > 0) near.destroy();
      return;
    }
    const far = connect(target, "127.0.0.1");
    const next = () => this.#lead(near, others);
    far.once("error", next);
    far.once("connect", () => {
      far.off("error", next);
      this.#keep(far);
      near.pipe(far).pipe(near);
      near.once("close", () => far.destroy());
      far.once("close", () => near.destroy());
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => undefined);
  }

  /** Open connections lose all data in both directions, also the news of their end: the machine behind them has vanished. */
  dropAll(): void {
    this.targets = [];
    for (const socket of this.#sockets) {
      for (const event of ["data", "end", "close"]) socket.removeAllListeners(event);
      socket.unpipe().resume();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server.close(), "close");
  }
}
