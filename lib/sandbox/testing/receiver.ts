import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";
import type { TLS } from "#tools/test/tls/certificate.ts";

export type Received = {
  at: number;
  method: string;
  contentType: string;
  signature: string;
  t: number;
  body: string;
  event_name: string;
  data: Record<string, unknown>;
};

/** The status with which a receiver answers a delivery; null for no answer. */
export type Reply = (delivery: Received, before: readonly Received[]) => number | null;

export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>;

/**
 * An independent receiver on a port of its own. It stores its deliveries and answers 200 unless `replyWith` sets another
 * answer; with a certificate it uses HTTPS.
 */
export async function startReceiver(tls?: typeof TLS) {
  const deliveries: Received[] = [];
  let reply: Reply = () => 200;
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const signature = String(request.headers["svc-signature"]);
      const t = Number(/^t=(\d+),/.exec(signature)?.[1]);
      const method = String(request.method);
      const contentType = String(request.headers["content-type"]);
      const delivery = { at: Date.now(), method, contentType, signature, t, body, ...JSON.parse(body) };
      const status = reply(delivery, deliveries);
      deliveries.push(delivery);
      if (status === null) return;
      response.writeHead(status, status >= 300 && status < 400 ? { location: "/elsewhere" } : {}).end();
    });
  };
  const server = tls ? createTlsServer(tls, receive) : createServer(receive);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    /** Waits until `count` deliveries have arrived. */
    has: (count: number): Promise<void> =>
      vi.waitFor(
        () => {
          if (deliveries.length < count) throw new Error(`${deliveries.length} of ${count} deliveries`);
        },
        { timeout: 120_000, interval: 20 },
      ),
    replyWith: (next: Reply) => {
      reply = next;
    },
    async close(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
