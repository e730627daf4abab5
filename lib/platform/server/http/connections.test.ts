import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { createConnections, type Peer } from "./connections.ts";

const bounds = { maxConnections: 8, reserve: 2, maxPerNetwork: 2 };

/** The members of a socket that are used; `unread` bytes wait for its client. */
class FakeSocket extends EventEmitter {
  destroyed = false;
  writableLength = 0;
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit("close");
  }
}

const socket = () => new FakeSocket() as unknown as Socket;
const of = (network: string | null, reserved = false): Peer => ({ network, reserved });

/** Six of six networks, which is all but the reserve, each with a request under way. */
function filled() {
  const connections = createConnections(bounds);
  const sockets = Array.from({ length: 6 }, (_, index) => {
    const one = socket();
    expect(connections.admit(one, of(`network ${index}`))).toBe(true);
    connections.begin(one, () => null);
    return one;
  });
  return { connections, sockets };
}

it("a network has at most its share: a new connection closes the network's longest idle one, else is closed itself", () => {
  const connections = createConnections(bounds);
  const [first, second, third, fourth] = [socket(), socket(), socket(), socket()];
  expect([first, second, third].map((one) => connections.admit(one, of("a")))).toEqual([true, true, true]);
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  connections.begin(second, () => null);
  connections.begin(third, () => null);
  expect(connections.admit(fourth, of("a"))).toBe(false);
  expect(fourth.destroyed).toBe(true);
  expect(connections.admit(socket(), of("b"))).toBe(true);
});

it("a proxy is bounded by the total only", () => {
  const connections = createConnections(bounds);
  const sockets = Array.from({ length: 6 }, () => socket());
  for (const one of sockets) connections.admit(one, of(null));
  expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
  connections.admit(socket(), of(null));
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false, false]);
});

it("a proxy's connections count for the clients of their requests while these run, and a client has at most its share", () => {
  const connections = createConnections(bounds);
  const [first, second, third, fourth] = [socket(), socket(), socket(), socket()];
  for (const one of [first, second, third, fourth]) connections.admit(one, of(null));
  const begin = (one: Socket, client: string | null) => connections.begin(one, () => client);
  expect([begin(first, "a"), begin(second, "a"), begin(third, "a"), begin(fourth, "b")]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  for (const one of [first, third]) connections.end(one);
  expect([begin(third, "a"), begin(first, "a"), begin(first, null)]).toEqual([true, false, true]);
  expect([first, second, third, fourth].some(({ destroyed }) => destroyed)).toBe(false);
  // The idle connection is the proxy's again, and no client's.
  connections.end(fourth);
  expect(begin(fourth, "c")).toBe(true);
});

it("when full, the longest idle connection is closed, but no kept or busy one", () => {
  const { connections, sockets } = filled();
  for (const index of [3, 1, 4]) connections.end(sockets[index] as Socket);
  connections.keep(sockets[3] as Socket);
  expect(connections.admit(socket(), of("new"))).toBe(true);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false, false, false]);
});

it("a connection is kept until its next request", () => {
  const { connections, sockets } = filled();
  const shared = sockets[2] as Socket;
  connections.keep(shared);
  connections.end(shared);
  expect(connections.admit(socket(), of("new"))).toBe(false);
  connections.begin(shared, () => null);
  connections.end(shared);
  expect(connections.admit(socket(), of("new"))).toBe(true);
  expect(shared.destroyed).toBe(true);
});

it("when all are busy, a connection with an unread answer is closed, else only the reserve has room", () => {
  const { connections, sockets } = filled();
  expect(connections.admit(socket(), of("new"))).toBe(false);
  expect(connections.admit(socket(), of(null, true))).toBe(true);
  Object.assign(sockets[4] as Socket, { writableLength: 100 });
  expect(connections.admit(socket(), of("new"))).toBe(true);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false, true, false]);
});

it("connections of the reserve are not closed, and a closed one makes room", () => {
  const connections = createConnections(bounds);
  const own = Array.from({ length: 8 }, () => socket());
  for (const one of own) expect(connections.admit(one, of(null, true))).toBe(true);
  expect(connections.admit(socket(), of(null, true))).toBe(false);
  own[5]?.destroy();
  expect(connections.admit(socket(), of(null, true))).toBe(true);
  expect(connections.size()).toBe(8);
});
