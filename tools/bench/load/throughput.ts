import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { percentile } from "#tools/bench/measure.ts";
import { signatureHeader } from "#tools/test/hooks.ts";
import { eventBodies } from "./events.ts";

export type Target = { port: number; path: string; secret: string };

/** `count` requests, each different and sent once, over connections that each wait for their answer. */
export type ThroughputJob = { target: Target; count: number; connections: number };

export type Throughput = { perSecond: number; p99Ms: number };

/** Resolves when every request was answered with 2xx. Rejects at any other answer and when a connection breaks. */
export async function measureThroughput({ target, count, connections }: ThroughputJob): Promise<Throughput> {
  const requests = signedRequests(target, count);
  const latencies: number[] = [];
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(target.port)));
  const unsent = requests.values();
  const began = performance.now();
  try {
    await Promise.all(sockets.map((socket) => drive(socket, unsent, latencies)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: count / seconds, p99Ms: percentile(latencies, 0.99) };
}

/**
 * HTTP requests as bytes on the wire, each with an event and a signature of its own. They are made before the clock
 * runs, since the generator shares its two cores with the measured processes.
 */
const signedRequests = ({ port, path, secret }: Target, count: number): Buffer[] =>
  Array.from(eventBodies(count), (body) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
        `Svc-Signature: ${signatureHeader(secret, body)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

/** Speaks just enough HTTP on a plain socket to cost little beside the measured server. Latencies in milliseconds. */
function drive(socket: Socket, unsent: Iterator<Buffer>, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let answer = "";
    const send = () => {
      const { value, done } = unsent.next();
      if (done) {
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(value);
    };
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (!isWhole(answer)) return;
      latencies.push(performance.now() - sentAt);
      if (answer.startsWith("HTTP/1.1 2")) {
        answer = "";
        send();
      } else {
        reject(new Error(`a delivery was answered ${answer.slice(0, 200)}`));
      }
    });
    socket.on("error", reject).on("close", () => reject(new Error("the server closed a connection")));
    send();
  });
}

/** Whether the text is a complete response, of known length or in chunks. */
function isWhole(answer: string): boolean {
  const head = answer.indexOf("\r\n\r\n");
  if (head === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer);
  return length ? answer.length >= head + 4 + Number(length[1]) : answer.endsWith("\r\n0\r\n\r\n");
}
