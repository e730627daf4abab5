import { once } from "node:events";
import { createServer } from "node:http";
import { EnvError } from "./env.ts";
import { readRegistry } from "./metrics.ts";

/** Serves `GET /metrics` in the text format of Prometheus, for the monitoring of the operator's network. */
export async function serveMetrics(
  { host, port }: { host: string; port: number | undefined },
  read: () => Promise<{ contentType: string; metrics(): Promise<string> }> = readRegistry,
): Promise<void> {
  if (port === undefined) return;
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    const answer = async () => {
      const registry = await read();
      const text = await registry.metrics();
      response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text);
    };
    answer().catch(() => response.writeHead(500).end());
  });
  server.maxConnections = 100;
  server.listen(port, host);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    throw new EnvError(`METRICS_PORT: can't listen on ${host}:${port} (${error.code})`);
  });
  // A stopping process does not wait for its monitoring.
  server.unref();
}
