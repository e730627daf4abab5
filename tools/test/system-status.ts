import type { SystemStatus } from "#lib/core/contract/status.ts";

const since = "2026-11-20T12:00:00.000000Z";

type Changes = {
  [Part in keyof SystemStatus]?: SystemStatus[Part] extends readonly unknown[]
    ? SystemStatus[Part]
    : SystemStatus[Part] extends object
      ? Partial<SystemStatus[Part]>
      : SystemStatus[Part];
};

/** The answer of `/api/status` without any problem, plus these changes. */
export const systemStatus = (changes: Changes = {}): SystemStatus => ({
  service: {
    state: "ok",
    since,
    code: null,
    restored_from: null,
    ever_accepted: true,
    failures: [],
    ...changes.service,
  },
  reads: { waiting: 0, per_second: 10, paused_until: null, ...changes.reads },
  clock: { state: "ok", ahead_seconds: 0, since: null, ...changes.clock },
  receiver: { state: "connected", problems: [], since, checked_at: since, ...changes.receiver },
  inbox: { waiting: 0, oldest_at: null, applied_per_second: 0, ...changes.inbox },
  storage: changes.storage ?? "ok",
  last_event_at: changes.last_event_at === undefined ? since : changes.last_event_at,
  last_event_understood: changes.last_event_understood === undefined ? true : changes.last_event_understood,
  time_zone: changes.time_zone ?? "America/Mexico_City",
  sandbox: changes.sandbox ?? false,
  version: changes.version ?? "0.2.0",
  backup: { state: "off", every_hours: null, last_succeeded_at: null, last_failed_at: null, ...changes.backup },
  capacity: {
    database_bytes: 50_000_000,
    connections: { used: 12, allowed: 97 },
    disks: [],
    ...changes.capacity,
  },
  instances: changes.instances ?? [],
});
