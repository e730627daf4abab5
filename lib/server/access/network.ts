import { isIPv6 } from "node:net";

/**
 * What one attacker has of addresses: an IPv4 address, or the /64 that the smallest IPv6 customer gets. Those who can't
 * be told apart count as one.
 */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? "unknown";
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const whole = address.includes("::") ? [...first, ...zeros, ...last] : first;
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
