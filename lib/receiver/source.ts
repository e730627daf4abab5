import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";
import { networkOf, plainAddress, widerNetworkOf } from "#lib/platform/server/base/client-address.ts";
import type { Peer } from "#lib/platform/server/http/connections.ts";
import type { Owner } from "./allowance.ts";

export type Source = Owner & { address: string | null };

export type Trust = {
  /** Addresses and networks (`10.0.0.0/8`) of proxies in front of the receiver, whose `X-Forwarded-For` is trusted. */
  proxies: readonly string[];
  /** The source addresses of the service's deliveries (interface, Delivery and retry behaviour). */
  service: readonly string[];
};

type RequestHead = { socket: Pick<Socket, "remoteAddress">; headers: IncomingMessage["headers"] };

/**
 * Returns a function that finds the source of a request: the peer, or for a trusted proxy, the last untrusted address in
 * `X-Forwarded-For`. Earlier entries can be forged.
 */
export function createSourceOf({ proxies, service }: Trust): (request: RequestHead) => Source {
  const [trusted, own] = [listOf(proxies), listOf(service)];
  return (request) => {
    const address = addressOf(request, trusted);
    return { address, key: networkOf(address), ofService: address !== null && contains(own, address) };
  };
}

/** Returns a function that finds the source of a connection before its first request: a proxy stands for many. */
export function createPeerOf({ proxies, service }: Trust): (socket: Pick<Socket, "remoteAddress">) => Peer {
  const [trusted, own] = [listOf(proxies), listOf(service)];
  return ({ remoteAddress = "" }) => {
    const address = plainAddress(remoteAddress);
    const isProxy = address !== null && contains(trusted, address);
    return {
      network: isProxy ? null : widerNetworkOf(address),
      reserved: address !== null && !isProxy && contains(own, address),
    };
  };
}

/** The network whose share of a proxy's connections a request takes; the service has no bound behind a proxy. */
export const clientOf = ({ address, ofService }: Source): string | null => (ofService ? null : widerNetworkOf(address));

function addressOf(request: RequestHead, trusted: BlockList): string | null {
  let address = plainAddress(request.socket.remoteAddress ?? "");
  const header = request.headers["x-forwarded-for"];
  const forwarded = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",");
  while (address !== null && contains(trusted, address)) {
    const before = forwarded.pop();
    const named = plainAddress(before ?? "");
    if (named === null) return address;
    address = named;
  }
  return address;
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

const contains = (list: BlockList, address: string): boolean => list.check(address, familyOf(address));

function listOf(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = "", prefix] = text.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}
