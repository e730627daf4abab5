import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

/**
 * A proxy to a database that can drop all traffic, in both directions, without closing anything: what a
 * process sees when the database's machine has vanished. New connections are then accepted and not answered.
 */
export async function startBlackHoleProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const host = target.searchParams.get("host") ?? target.hostname;
  const port = target.port || "5432";
  const path = join(host, `.s.PGSQL.${port}`);
  let dropping = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
  };
  const server = createServer((near) => {
    keep(near);
    if (dropping) return;
    const far = existsSync(path) ? connect(path) : connect(Number(port), host);
    keep(far);
    // Connections that have lost data stay cut off, as after a fail-over.
    let dead = false;
    const pass = (to: Socket) => (chunk: Buffer) => {
      dead ||= dropping;
      if (!dead) to.write(chunk);
    };
    near.on("data", pass(far)).on("end", () => far.end());
    far.on("data", pass(near)).on("end", () => !dead && near.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl.replace("postgres:///", "postgres://localhost/"));
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  url.searchParams.delete("host");
  return {
    url: url.href,
    /** From now on all is dropped on open connections, and on new ones until `recover`. */
    dropAll() {
      dropping = true;
      // Idle connections too.
      for (const socket of sockets) {
        socket.removeAllListeners("data");
        socket.resume();
      }
    },
    /** New connections work again. */
    recover() {
      dropping = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
}
