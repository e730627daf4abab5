import type { Instant } from "./time.ts";

/** The state of the world around the pages, for the banner and the live mark (design §9, `/api/status`). */
export type SystemStatus = {
  service: {
    /** `unknown` while nothing was read in the last quarter of an hour; `unauthorized` when the stored key is refused. */
    state: "ok" | "failing" | "unauthorized" | "unknown";
    /** When this state began, as far as it is known. */
    since: Instant | null;
    code: string | null;
  };
  receiver: {
    /** `missing`: no webhook of our own; `down`: the receiver process gives no sign of life. */
    state: "connected" | "creating" | "missing" | "down" | "problem";
    /** `silence`: nothing has been delivered for unusually long. */
    problems: "silence"[];
    since: Instant | null;
  };
  /** When the newest authentic delivery arrived. */
  last_event_at: Instant | null;
  sandbox: boolean;
};

export type Overview = {
  total: number;
  by_status: Record<string, number>;
  by_documents_status: Record<string, number>;
  with_high_findings: number;
  with_item_errors: number;
  last_event_at: Instant | null;
};
