import { unknownNames } from "#lib/core/contract/events/event-catalogue.ts";

/** A problem of a webhook: a cause of missing deliveries, or a sign of an unintended configuration. */
export type WebhookProblem =
  /** The address is missing or unreadable. */
  | "no_address"
  /** The service delivers to HTTPS targets only (interface, Causes of missing or rejected webhook deliveries: 1). */
  | "not_https"
  /** The service cannot reach the address from outside. */
  | "private_address"
  | "disabled"
  | "no_events"
  | "unknown_events"
  /** The creation of a webhook like this one ended without an answer: its secret may never have been revealed. */
  | "secret_unknown";

type JudgedWebhook = { url: string | null; events: readonly string[]; enabled: boolean | null };

/**
 * The problems of a webhook, the gravest first. `local`: the service runs on this machine, and delivers to plain http and
 * loopback addresses.
 */
export function problemsOf({ url, events, enabled }: JudgedWebhook, local: boolean): WebhookProblem[] {
  const problems: WebhookProblem[] = [];
  if (enabled === false) problems.push("disabled");
  problems.push(...addressProblemsOf(url, local));
  if (events.length === 0) problems.push("no_events");
  if (unknownNames(events).length > 0) problems.push("unknown_events");
  return problems;
}

export function addressProblemsOf(
  url: string | null,
  local: boolean,
): ("no_address" | "not_https" | "private_address")[] {
  if (url === null || !URL.canParse(url)) return ["no_address"];
  const { protocol, hostname } = new URL(url);
  if (local && isLoopback(hostname) && /^https?:$/.test(protocol)) return [];
  return [
    ...(protocol === "https:" ? [] : (["not_https"] as const)),
    ...(isPrivate(hostname) ? (["private_address"] as const) : []),
  ];
}

/** Whether an address can be registered: https, or http on this machine, and no name or password in it. */
export function isTarget(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

export const isOnThisMachine = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname);

/** `hostname` as `URL` gives it: lower case, IPv4 in four decimal numbers, IPv6 in brackets and shortest form. */
function isLoopback(hostname: string): boolean {
  const host = withoutDot(hostname);
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(ipv4Of(host) ?? "");
}

const withoutDot = (hostname: string): string => hostname.replace(/\.$/, "");

/** The IPv4 address of a host, also one written as IPv6 (`::ffff:a00:1`); null for other hosts. */
function ipv4Of(host: string): string | null {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return host;
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return null;
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [one >> 8, one & 255, two >> 8, two & 255].join(".");
}

/** RFC 1918, shared (RFC 6598), link-local, loopback, 'this network', multicast and reserved. */
const PRIVATE_IPV4 =
  /^(0|10|127)\.|^172\.(1[6-9]|2\d|3[01])\.|^192\.168\.|^169\.254\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^(22[4-9]|2[3-5]\d)\./;
/** Unspecified, loopback, unique local, link-local, multicast. */
const PRIVATE_IPV6 = /^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|ff[0-9a-f]{2}:.*)\]$/;
/** Internal names: reserved ones, and single words. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|example)$|^home\.arpa$/;

function isPrivate(hostname: string): boolean {
  const host = withoutDot(hostname);
  const ipv4 = ipv4Of(host);
  if (ipv4 !== null) return PRIVATE_IPV4.test(ipv4);
  if (host.startsWith("[")) return PRIVATE_IPV6.test(host);
  return !host.includes(".") || PRIVATE_NAME.test(host) || host.endsWith(".home.arpa");
}
