import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** A kind of failing calls to the service; an hour without a failure ends it. */
export type ServiceFailure = {
  /** Method and path, `GET /verifications/:id`. */
  operation: string;
  code: string;
  /** Null where the service did not answer. */
  service_status: number | null;
  times: number;
  since: Instant;
  last_at: Instant;
};

/** Calls a second while the service answers; it documents no limits of its own. */
export const HIGHEST_PER_SECOND = 10;
/** The longest pause between calls that the service can require. */
export const LONGEST_PAUSE_SECONDS = 600;

/** The state of the installation and of the service, for the banner and the live mark (design §9, `/api/status`). */
export type SystemStatus = {
  service: {
    /** `unknown` while nothing was read in the last quarter of an hour; `unauthorized` when the stored key is refused. */
    state: "ok" | "failing" | "unauthorized" | "unknown";
    /** Start of this state, as far as known. */
    since: Instant | null;
    code: string | null;
    /**
     * Time of the backup that this installation was restored from, until the service accepts the restored key: it may
     * have been replaced. Null otherwise.
     */
    restored_from: Instant | null;
    /** Whether the service has accepted the current key before: a key it never accepted was not deleted or replaced. */
    ever_accepted: boolean;
    /** The failures of calls in the last 24 hours, the latest first; at most 20 kinds. */
    failures: ServiceFailure[];
  };
  /** Requested reads of the service that are not made yet. */
  reads: {
    /** At most 10,000 are counted. */
    waiting: number;
    /** Calls per second of the budget, users' calls included. */
    per_second: number;
    /** No calls until then, since the service required fewer calls. */
    paused_until: Instant | null;
  };
  /** Stored deliveries and reads that are not applied yet. */
  inbox: {
    /** At most 10,000 are counted. */
    waiting: number;
    /** Arrival of the oldest one. */
    oldest_at: Instant | null;
    /** Deliveries and reads that all workers apply per second, as of their last signs of life; null without a worker. */
    applied_per_second: number | null;
  };
  storage: StorageState;
  clock: {
    /** `wrong` when ours is a minute or more away from the service's; `unknown` before the first comparison. */
    state: "ok" | "wrong" | "unknown";
    /** Seconds by which our clock is ahead; negative when it is behind. */
    ahead_seconds: number | null;
    since: Instant | null;
  };
  receiver: {
    /** `missing`: no webhook of our own; `down`: the receiver process gives no sign of life. */
    state: "connected" | "creating" | "missing" | "down" | "problem";
    /**
     * The result of the last check of our webhook; `refused`: the receiver refuses deliveries of the service; `silence`:
     * nothing has been delivered for unusually long. Each is an outage that goes on.
     */
    problems: (WebhookFault | "refused" | "silence")[];
    /** When the outage began; of a connected webhook without problems, when it was connected. */
    since: Instant | null;
    /** When the worker last saw the webhooks at the service. */
    checked_at: Instant | null;
  };
  /** When the newest authentic delivery arrived; null before the first one. */
  last_event_at: Instant | null;
  last_event_understood: boolean | null;
  /** The time zone of the review policy, which determines the days of reports. */
  time_zone: string;
  sandbox: boolean;
  /** Version of the answering dashboard. */
  version: string;
  backup: BackupStatus;
  capacity: Capacity;
  /** At most 100. */
  instances: Instance[];
};

/**
 * Whether the database stores data. `read_only`: its server refuses writes; `full`: its disk is full; `failing`: another
 * reason.
 */
export type StorageState = "ok" | "read_only" | "full" | "failing";

/** The used and the available capacity of the installation. */
export type Capacity = {
  database_bytes: number;
  /** All connections to the database's server, and its limit for users without privileges. */
  connections: { used: number; allowed: number };
  /** The disks under DATA_DIR and BACKUP_DIR of the answering dashboard's machine, as far as there are such folders. */
  disks: { folder: "DATA_DIR" | "BACKUP_DIR"; bytes: number; free_bytes: number }[];
};

export type BackupStatus = {
  /** `off`: none scheduled; `pending`: none yet, and not late; `failed`: the last one failed. */
  state: "off" | "ok" | "overdue" | "failed" | "pending";
  every_hours: number | null;
  /** Without a schedule: of the last manual backup. */
  last_succeeded_at: Instant | null;
  /** Only if it is later than the last success. */
  last_failed_at: Instant | null;
};

/** A process that runs, or died without a stop in the last day and was not started again. */
export type Instance = {
  process: "dashboard" | "receiver" | "worker";
  host: string;
  version: string;
  started_at: Instant;
  seen_at: Instant;
  /** No sign of life for a minute. */
  silent: boolean;
  /** Tasks that a running instance can't do: `erasure_log`, writing to the log of erasures in BACKUP_DIR. */
  lacks: string[];
};

export type Backup = {
  id: number;
  began_at: Instant;
  /** Null while it is being written, and if its process has died. */
  ended_at: Instant | null;
  scheduled: boolean;
  version: string;
  host: string;
  file: string;
  bytes: number | null;
  rows: number | null;
  /** A code, if there is no usable file. */
  error: string | null;
};

/** A restore of the whole installation from a backup. */
export type Restore = {
  restored_at: Instant;
  /** The backup holds the data as of then. */
  taken_at: Instant;
  version: string;
  file: string;
  /** Whether an erasure log was found, and the numbers of erasures and liftings that were repeated. */
  erasure_log: boolean;
  erased: number;
  lifted: number;
  /** `replaced` by the newest key of the erasure log; `unknown`: the log had no key to compare with. */
  api_key: "unchanged" | "replaced" | "unknown";
};

/** The state of the installation on the page Settings. */
export type SystemState = Pick<SystemStatus, "version" | "backup" | "instances" | "inbox" | "capacity"> & {
  /** The latest first. */
  backups: Backup[];
  /** Whether erasures are written to the erasure log, where a restore finds them; `off` without BACKUP_DIR. */
  erasure_log: "kept" | "off" | "unwritable";
  /** Whether the database refuses this process every change of the audit trail and of the log of reviews. */
  logs_protected: boolean;
  last_restore: Restore | null;
};

export type Overview = {
  total: ListCount;
  by_status: Record<string, ListCount>;
  by_documents_status: Record<string, ListCount>;
  with_high_findings: ListCount;
  /** The part of these with findings of a final run. */
  with_high_findings_final: ListCount;
  with_item_errors: ListCount;
  last_event_at: Instant | null;
};

/** A fault of the dashboard's own webhook as the service lists it. */
export type WebhookFault = "deleted_at_service" | "disabled_at_service" | "other_address" | "missing_events";

/** A problem that keeps events from the dashboard. */
export type ReceiverProblem = WebhookFault | "not_connected" | "service_unavailable";

/** The dashboard's own webhook: what `GET /api/receiver` answers (design §9). */
export type ReceiverState = {
  receiver_id: string | null;
  state: "missing" | "creating" | "connected";
  url: string | null;
  webhook_id: string | null;
  /** The service lists the webhook as it should be; whether events arrive, only `last_delivery_at` shows. */
  healthy: boolean;
  problems: ReceiverProblem[];
  missing_events: string[];
  last_delivery_at: Instant | null;
  last_refusal: { at: Instant; reason: string } | null;
};

/**
 * Whether the public address of the own webhook answered this machine. A warning at most: the service may reach the
 * address where this machine cannot.
 */
export type ReceiverTest = {
  at: Instant;
  /** `stranger`: another program answered. */
  result:
    | "reached"
    | "not_resolved"
    | "unreachable"
    | "timed_out"
    | "not_trusted"
    | "redirected"
    | "not_accepted"
    | "stranger"
    | "address_refused";
  /** The status of the answer; null without one. */
  status: number | null;
  /** The code of the network's error, `ECONNREFUSED`. */
  code: string | null;
};

/** The answer of POST `/api/receiver`: the new state, the action that was taken, and a test of the address. */
export type ReceiverEnsured = ReceiverState & { did: "nothing" | "created" | "repaired"; test: ReceiverTest };

/** `GET /api/health/live`: the build of the server, by which open tabs of another build notice an update. */
export type Live = { status: "ok"; build: string | null };
/** `GET /api/health/ready`: what the installation lacks, by name. */
export type Ready = { status: "ready" | "not_ready"; missing: string[] };
