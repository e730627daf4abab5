import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from "node:net";
import { leaveTurn } from "./request-turn.ts";

const MAX_HEADER_BYTES = 16 * 1024;

/** A refused address: not https, with a user in it or malformed (`form`), or in a private network. */
export class RefusedAddress extends Error {
  readonly reason: "form" | "private";
  constructor(reason: "form" | "private") {
    super(`an address is refused: ${reason}`);
    this.reason = reason;
  }
}

type PublicRequest = {
  method: "GET" | "POST";
  headers: OutgoingHttpHeaders;
  body?: Buffer;
  /** Whether an address may be on this machine or without TLS. */
  isTrusted: (url: URL) => boolean;
  signal: AbortSignal;
};

/**
 * Requests an address that others chose. https only, and no address of a private network: a name is resolved once, its
 * addresses are checked, and the connection goes to one of them. Redirects are not followed. Resolves with the headers of
 * the answer; throws RefusedAddress, and the errors of the network, which name hosts and addresses.
 */
export async function requestPublic(address: string, { isTrusted, body, ...sent }: PublicRequest) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const trusted = url !== null && isTrusted(url);
  if (!url || !(trusted || (url.protocol === "https:" && !url.username))) throw new RefusedAddress("form");
  // A literal address needs no lookup.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (!trusted && isIP(literal) !== 0 && !isPublicAddress(literal)) throw new RefusedAddress("private");
  leaveTurn();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const request = send(url, {
    ...sent,
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    ...(trusted ? {} : { lookup: publicOnly }),
  });
  request.on("response", resolve);
  // Also after the answer has begun, when the body's reader gets the error as well.
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** Resolves as the system does; refuses a name with any private address: the next lookup may return that one first. */
const publicOnly: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, "");
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new RefusedAddress("private"), "");
    }
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });

function networks(text: string): BlockList {
  const list = new BlockList();
  for (const network of text.split(/\s+/)) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), isIPv6(address) ? "ipv6" : "ipv4");
  }
  return list;
}

/** IANA's special-purpose registries: addresses that are not globally reachable, or lead to such addresses. */
const NOT_PUBLIC_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
/** A translated address is as public as the IPv4 address at its end (NAT64, RFC 6052). */
const TRANSLATED = NOT_PUBLIC_V4.replaceAll(/(\S+)\/(\d+)/g, (_, v4, bits) => `64:ff9b::${v4}/${96 + Number(bits)}`);
const NOT_PUBLIC = networks(`${NOT_PUBLIC_V4} ${TRANSLATED} 2001::/23 2001:db8::/32 2002::/16 3fff::/20`);
/** Only global unicast and translated IPv6 is public, without other addresses that wrap IPv4 or serve documentation. */
const GLOBAL_V6 = networks("2000::/3 64:ff9b::/96");

/** Whether an IP address is of the public Internet: not of this machine, its network or its cloud, and no multicast. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC.check(address, "ipv4");
  return isIPv6(address) && GLOBAL_V6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}
