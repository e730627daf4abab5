import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IANA's special-purpose registries: what is not reachable from everywhere, or leads to something that is not. */
const NOT_PUBLIC_V4: [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/** Of IPv6 only global unicast is public, and in it not what wraps an IPv4 address or is there for documentation. */
const GLOBAL_V6: [network: string, prefix: number] = ["2000::", 3];
const NOT_PUBLIC_V6: [network: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, "ipv6");
const global = new BlockList();
global.addSubnet(...GLOBAL_V6, "ipv6");

/** Whether an IP address is one of the public Internet: none of this machine, its network, its cloud, or of many hosts. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, "ipv4");
  return isIPv6(address) && global.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}
