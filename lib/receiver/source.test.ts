import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { clientOf, createPeerOf, createSourceOf } from "./source.ts";

const trust = { proxies: ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"], service: ["35.170.236.123", "54.162.134.233"] };
const from = (remoteAddress: string | undefined, forwarded?: string | string[]) =>
  createSourceOf(trust)({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  } as unknown as IncomingMessage);

it.each([
  ["a peer is who it is", "203.0.113.7", undefined, "203.0.113.7"],
  ["also in the form of a socket for both", "::ffff:203.0.113.7", undefined, "203.0.113.7"],
  ["what a peer that is no proxy says counts for nothing", "203.0.113.7", "35.170.236.123", "203.0.113.7"],
  ["a proxy's word counts", "10.1.2.3", "203.0.113.7", "203.0.113.7"],
  ["not what was there before it", "10.1.2.3", "35.170.236.123, 203.0.113.7", "203.0.113.7"],
  ["one proxy behind the other", "127.0.0.1", "203.0.113.7, 10.9.9.9", "203.0.113.7"],
  ["a proxy that says nothing is the source", "10.1.2.3", undefined, "10.1.2.3"],
  ["and so is one that says nonsense", "10.1.2.3", "203.0.113.7, unknown", "10.1.2.3"],
  ["an address with its port", "10.1.2.3", "198.51.100.9:40312", "198.51.100.9"],
  ["IPv6 in brackets, with a port", "10.1.2.3", "[2a00:1450::7]:443", "2a00:1450::7"],
  ["IPv6 in brackets, before a proxy with a port", "10.1.2.3", "[2a00:1450::8], 10.4.4.4:81", "2a00:1450::8"],
  ["an address without its zone", "fe80::1%eth0", undefined, "fe80::1"],
  ["IPv6 behind IPv6", "2001:db8::1", "2a00:1450::5", "2a00:1450::5"],
] as const)("%s", (_name, peer, forwarded, address) => {
  expect(from(peer, forwarded).address).toBe(address);
});

it.each([
  ["a stranger counts for its network", "203.0.113.7", { network: "203.0.113", reserved: false }],
  ["also over IPv6", "2a00:1450:1:2::5", { network: "2a00:1450:1", reserved: false }],
  ["a proxy stands for many", "10.9.8.7", { network: null, reserved: false }],
  ["the service has a reserve", "::ffff:54.162.134.233", { network: "54.162.134", reserved: true }],
  ["who is gone already is one of the unknown", undefined, { network: "unknown", reserved: false }],
])("of connections: %s", (_name, remoteAddress, peer) => {
  expect(createPeerOf(trust)({ remoteAddress })).toEqual(peer);
});

it.each([
  ["203.0.113.7", "203.0.113"],
  ["2a00:1450:1:2::5", "2a00:1450:1"],
  ["54.162.134.233", null],
])(
  "of a proxy's connections, a request for %s takes the share of its network, the service's has no bound",
  (address, network) => {
    expect(clientOf(from("10.1.2.3", address))).toBe(network);
  },
);

it("knows the service's addresses, and takes an IPv6 network for one source", () => {
  expect(from("35.170.236.123").ofService).toBe(true);
  expect(from("127.0.0.1", "54.162.134.233").ofService).toBe(true);
  expect(from("203.0.113.7", "54.162.134.233").ofService).toBe(false);
  expect(from("2a00:1450:1:2::5").key).toBe(from("2a00:1450:1:2:ffff::6").key);
  expect(from(undefined)).toEqual({ address: null, key: "unknown", ofService: false });
});
