import { createServer, type Server } from "node:net";

const NAMES = ["PORT", "RECEIVER_PORT", "SANDBOX_PORT"] as const;

/** Ports on which nobody listens now, as the environment of a start. */
export async function freePorts(): Promise<Record<(typeof NAMES)[number], string>> {
  const servers = NAMES.map(() => createServer());
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))));
  const [one, two, three] = servers.map(portOf);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return { PORT: `${one}`, RECEIVER_PORT: `${two}`, SANDBOX_PORT: `${three}` };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address.port;
}
