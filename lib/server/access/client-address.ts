import { isIP } from "node:net";
import { env } from "#lib/server/env.ts";

/** Who is at the other end of the connection. Set on every request, over whatever value it came with (`lib/dashboard/server.ts`). */
export const PEER_HEADER = "x-cotejo-peer";

/**
 * The address of whoever made a request, as far as it can be believed: each of the `TRUSTED_PROXIES` in front of the
 * dashboard has added the address of its own peer to `X-Forwarded-For`; what stands before those is anybody's claim.
 * Where the request has passed fewer, whoever is connected counts. Null where nothing is known.
 */
export function clientAddress(headers: Headers, trustedProxies: number = env().TRUSTED_PROXIES): string | null {
  const peer = plainAddress(headers.get(PEER_HEADER) ?? "");
  if (trustedProxies === 0) return peer;
  const added = (headers.get("x-forwarded-for") ?? "").split(",").at(-trustedProxies);
  return plainAddress(added ?? "") ?? peer;
}

/** Without a port, brackets, or a zone; an IPv4 address that came over IPv6 as what it is. */
function plainAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  const address = mapped ?? bare;
  return isIP(address) === 0 ? null : address;
}
