import type { SystemStatus } from "#lib/contract/status.ts";

export type Trouble =
  | "service_unauthorized"
  | "service_forbidden"
  | "service_failing"
  | "receiver_missing"
  | "receiver_down"
  | "receiver_silent";

/** What is in trouble, the most urgent first: without a receiver facts are lost, without the service only freshness is. */
export function troublesOf(status: SystemStatus): { trouble: Trouble; since: string | null }[] {
  const troubles: { trouble: Trouble; since: string | null }[] = [];
  const { service, receiver } = status;
  if (receiver.state === "missing") troubles.push({ trouble: "receiver_missing", since: null });
  if (receiver.state === "down") troubles.push({ trouble: "receiver_down", since: receiver.since });
  if (receiver.state === "problem") troubles.push({ trouble: "receiver_silent", since: receiver.since });
  if (service.state === "unauthorized") troubles.push({ trouble: "service_unauthorized", since: service.since });
  if (service.state === "failing") {
    const trouble = service.code === "SERVICE_FORBIDDEN" ? "service_forbidden" : "service_failing";
    troubles.push({ trouble, since: service.since });
  }
  return troubles;
}
