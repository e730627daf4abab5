import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/*
 * Both ends of the stream, in a thread of their own, so that their memory is not counted as the dashboard's: the server
 * with the files, which sends as fast as possible, and readers who read a little, wait, and then read the rest.
 */

export type FarSideInput = { size: number; readers: number };
/** `listening` gives the address of the files; `reading` the dashboard's, to be read from; `on` lets the readers go on. */
export type FarSideMessage =
  | { is: "listening"; origin: string }
  | { is: "waiting"; sent: number }
  | { is: "read"; sizes: number[] };
export type NearSideMessage = { is: "reading"; address: string } | { is: "on" };

const { size, readers } = workerData as FarSideInput;
const PIECE = Buffer.alloc(64 * 1024, "x");
const FIRST_BYTES = 128 * 1024;

let sent = 0;
const files = createServer(async (_request, response) => {
  response.writeHead(200, { "content-type": "application/pdf", "content-length": size });
  response.write("%PDF-");
  for (let left = size - 5; left > 0; left -= PIECE.length) {
    const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
    sent += piece.length;
    if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
  }
  response.end();
});

const send = (message: FarSideMessage) => parentPort?.postMessage(message);
const going = Promise.withResolvers<void>();

async function read(address: string): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: readers }, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      request(address, { agent: false }, resolve).on("error", reject).end();
      return promise;
    }),
  );
  const answering = answers.map((answer) => ({ pieces: answer[Symbol.asyncIterator](), taken: 0 }));
  await Promise.all(answering.map((pieceReader) => take(pieceReader, FIRST_BYTES)));
  send({ is: "waiting", sent });
  await going.promise;
  await Promise.all(answering.map((pieceReader) => take(pieceReader, Number.POSITIVE_INFINITY)));
  send({ is: "read", sizes: answering.map(({ taken }) => taken) });
}

async function take(pieceReader: { pieces: AsyncIterator<Buffer>; taken: number }, upTo: number): Promise<void> {
  while (pieceReader.taken < upTo) {
    const { value, done } = await pieceReader.pieces.next();
    if (done) return;
    pieceReader.taken += value.length;
  }
}

parentPort?.on("message", (message: NearSideMessage) => {
  if (message.is === "on") going.resolve();
  else read(message.address).catch((error: unknown) => setImmediate(() => Promise.reject(error)));
});
files.listen(0, "127.0.0.1", () =>
  send({ is: "listening", origin: `http://127.0.0.1:${(files.address() as AddressInfo).port}` }),
);
