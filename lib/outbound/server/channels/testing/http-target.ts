import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

type Answer = (received: Received, response: ServerResponse) => void;

/** A real HTTP server that keeps what it receives; it answers 200 until `answerWith` changes that. */
export async function startTarget() {
  const received: Received[] = [];
  let answer: Answer = (_received, response) => response.end("ok");
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const one = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(pieces).toString("utf8") };
    received.push(one);
    answer(one, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (next: Answer) => {
      answer = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type HttpTarget = Awaited<ReturnType<typeof startTarget>>;
