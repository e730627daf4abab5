import { isIP, isIPv6 } from "node:net";
import { env } from "./env.ts";

/** Address of the connection's peer. Set on every request, replacing any value sent (`lib/dashboard/server.ts`). */
export const PEER_HEADER = "x-cotejo-peer";

/**
 * The address of a request's client, as far as it can be trusted: each of the `TRUSTED_PROXIES` in front of the
 * dashboard has added the address of its own peer to `X-Forwarded-For`; earlier entries can be forged. With fewer entries
 * than proxies the peer counts. Null if no address is known.
 */
export function clientAddress(
  headers: Pick<Headers, "get">,
  trustedProxies: number = env().TRUSTED_PROXIES,
): string | null {
  const peer = plainAddress(headers.get(PEER_HEADER) ?? "");
  if (trustedProxies === 0) return peer;
  const added = (headers.get("x-forwarded-for") ?? "").split(",").at(-trustedProxies);
  return plainAddress(added ?? "") ?? peer;
}

/** The address without a port, brackets, or a zone; IPv4 mapped to IPv6 as IPv4. Null if it is no IP address. */
export function plainAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  const address = mapped ?? bare;
  return isIP(address) === 0 ? null : address;
}

/** The addresses of one attacker: an IPv4 address, or the /64 of the smallest IPv6 customer; unknown ones are one. */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? "unknown";
  return firstGroups(address, 4);
}

/** The network that connections are counted by: a /24 of IPv4, a /48 of IPv6, which a single attacker may own. */
export function widerNetworkOf(address: string | null): string {
  if (address === null) return "unknown";
  return isIPv6(address) ? firstGroups(address, 3) : address.split(".").slice(0, 3).join(".");
}

function firstGroups(address: string, count: number): string {
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const whole = address.includes("::") ? [...first, ...zeros, ...last] : first;
  return whole
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
