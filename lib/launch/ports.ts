import { createServer } from "node:net";
import { LaunchError } from "./launch-error.ts";

export type Listener = { variable: string; host: string; port: number };

/** Checks that each port can be listened on; throws LaunchError naming the first variable that is wrong. */
export async function checkPorts(listeners: Listener[]): Promise<void> {
  for (const [index, { variable, host, port }] of listeners.entries()) {
    const same = listeners.slice(0, index).find((other) => other.port === port);
    if (same) throw new LaunchError(`${variable}: ${port} is also ${same.variable}`);
    const trouble = await tryListening(host, port);
    if (trouble === null) continue;
    if (trouble === "EADDRINUSE") throw new LaunchError(`${variable}: ${port} is in use by another program`);
    if (trouble === "EACCES") throw new LaunchError(`${variable}: this user may not listen on ${port}`);
    throw new LaunchError(`HOST: can't listen on ${host} (${trouble})`);
  }
}

function tryListening(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
