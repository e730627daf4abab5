import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Below the ports of outgoing connections, which could take a port before its server listens, and above the ports that
 * browsers refuse.
 */
const [FIRST, END] = [12_000, 32_000];

/** `count` different ports without a listener. */
async function freePorts(count: number): Promise<number[]> {
  const found = new Map<number, Server>();
  while (found.size < count) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, "127.0.0.1");
    // An `error` means that the port is in use.
    await once(server, "listening").then(
      () => found.set(port, server),
      () => undefined,
    );
  }
  await Promise.all([...found.values()].map((server) => once(server.close(), "close")));
  return [...found.keys()];
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error("no port is free");
  return port;
}

/** Ports for a start, by the variables of its environment. */
export async function freePortsOfStart() {
  const [dashboard, receiver, sandbox] = await freePorts(3);
  return { PORT: `${dashboard}`, RECEIVER_PORT: `${receiver}`, SANDBOX_PORT: `${sandbox}` };
}
