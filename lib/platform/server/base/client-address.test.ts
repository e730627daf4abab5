import { expect, it } from "vitest";
import { clientAddress, networkOf, PEER_HEADER, widerNetworkOf } from "./client-address.ts";

const from = (peer: string | null, forwarded?: string) => {
  const headers = new Headers();
  if (peer !== null) headers.set(PEER_HEADER, peer);
  if (forwarded !== undefined) headers.set("x-forwarded-for", forwarded);
  return headers;
};

it.each<[string, Headers, number, string | null]>([
  ["the peer", from("203.0.113.7"), 0, "203.0.113.7"],
  ["no claim without a proxy", from("203.0.113.7", "198.51.100.1"), 0, "203.0.113.7"],
  ["what the one proxy added", from("127.0.0.1", "198.51.100.1"), 1, "198.51.100.1"],
  ["not what was claimed before it", from("127.0.0.1", "10.0.0.1, 198.51.100.1"), 1, "198.51.100.1"],
  ["what the outer one of two added", from("127.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.9"), 2, "198.51.100.1"],
  ["the peer, where a proxy was passed by", from("203.0.113.7", "198.51.100.1"), 2, "203.0.113.7"],
  ["the peer, where nonsense was added", from("203.0.113.7", "unknown"), 1, "203.0.113.7"],
  ["an address without its port", from("127.0.0.1", "198.51.100.1:4711"), 1, "198.51.100.1"],
  ["IPv6 without brackets, port and zone", from("127.0.0.1", "[fe80::1%eth0]:443"), 1, "fe80::1"],
  ["IPv4 that came over IPv6", from("::ffff:203.0.113.7"), 0, "203.0.113.7"],
  ["nothing, where nothing is known", from(null), 0, null],
])("is %s", (_what, headers, proxies, address) => expect(clientAddress(headers, proxies)).toBe(address));

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::7", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
])("%s belongs to %s", (address, network) => expect(networkOf(address)).toBe(network));

it.each([
  ["203.0.113.9", "203.0.113"],
  ["203.0.114.9", "203.0.114"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1"],
  ["2001:0DB8:0001::1", "2001:db8:1"],
  ["2001:db8::7", "2001:db8:0"],
])("%s, with addresses of a possible attacker, belongs to %s", (address, network) =>
  expect(widerNetworkOf(address)).toBe(network),
);

it("an unknown address is a network of its own", () => expect(networkOf(null)).toBe("unknown"));
