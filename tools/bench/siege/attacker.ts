import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/*
 * Attacks one port of this machine until the process is ended: `attacker.ts <kind> <port> <path>`. Loopback only, from
 * several addresses of 127/8, with a thousand connections at most; a closed connection is opened again.
 */

export const KINDS = ["slow heads", "slow bodies", "half bodies", "wrong signatures", "pipelined"] as const;
export type Kind = (typeof KINDS)[number];

const CONNECTIONS = 1_000;
const SOURCES = 16;
const PIECE_INTERVAL_MS = 1_000;
/** Rate and connections of wrong signatures and of pipelined requests. */
const PER_SECOND = 200;
const FAST_CONNECTIONS = 50;
const MIB = 1024 * 1024;

const [kind, port, path] = process.argv.slice(2);
/** The dashboard would refuse any other host name at once. */
const HOST = `host: localhost:${port}\r\n`;

type Attack = { connections: number; begin(socket: Socket, path: string): Promise<void> };

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\n${HOST}origin: http://siege\r\ncontent-type: application/json\r\n` +
  `svc-signature: t=${Math.floor(Date.now() / 1_000)},v1=${"a".repeat(64)}\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends a piece every second until the other side closes. */
async function sendSlowly(socket: Socket, piece: string): Promise<void> {
  while (!socket.destroyed) {
    socket.write(piece);
    await delay(PIECE_INTERVAL_MS);
  }
}

const gone = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

const ATTACKS: Record<Kind, Attack> = {
  "slow heads": {
    connections: CONNECTIONS,
    begin: async (socket, path) => {
      socket.write(`POST ${path} HTTP/1.1\r\n${HOST}`);
      await sendSlowly(socket, "a: b\r\n");
    },
  },
  "slow bodies": {
    connections: CONNECTIONS,
    begin: async (socket, path) => {
      socket.write(head(path, MIB));
      await sendSlowly(socket, "x");
    },
  },
  "half bodies": {
    connections: CONNECTIONS,
    begin: async (socket, path) => {
      socket.write(head(path, MIB));
      socket.write(Buffer.alloc(MIB / 2, "x"));
      await gone(socket);
    },
  },
  "wrong signatures": {
    connections: FAST_CONNECTIONS,
    begin: async (socket, path) => {
      while (!socket.destroyed) {
        socket.write(`${head(path, 500)}${"x".repeat(500)}`);
        await delay((1_000 * FAST_CONNECTIONS) / PER_SECOND);
      }
    },
  },
  pipelined: {
    connections: FAST_CONNECTIONS,
    begin: async (socket, path) => {
      while (!socket.destroyed) {
        socket.write(`${head(path, 10)}${"x".repeat(10)}`.repeat(20));
        await delay((1_000 * FAST_CONNECTIONS * 20) / PER_SECOND);
      }
    },
  },
};

async function keep({ begin }: Attack, index: number, port: number, path: string): Promise<never> {
  for (;;) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.0.${2 + (index % SOURCES)}` });
    socket.on("error", () => undefined).resume();
    await begin(socket, path);
    socket.destroy();
    await delay(100 + Math.random() * 400);
  }
}

const attack = ATTACKS[kind as Kind];
if (attack && port && path) {
  for (let index = 0; index < attack.connections; index++) void keep(attack, index, Number(port), path);
}
