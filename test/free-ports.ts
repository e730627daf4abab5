import { once } from "node:events";
import { createServer } from "node:net";

/** So many different ports on which nothing listens now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server does not listen");
    return address.port;
  });
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no port is free");
  return port;
}

/** Ports for a start, as its environment names them. */
export async function freePortsOfStart() {
  const [dashboard, receiver, sandbox] = await freePorts(3);
  return { PORT: `${dashboard}`, RECEIVER_PORT: `${receiver}`, SANDBOX_PORT: `${sandbox}` };
}
