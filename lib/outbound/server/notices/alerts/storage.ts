import { hostname } from "node:os";
import { z } from "zod";
import { condition, utc } from "./alert.ts";

export const diskLow = condition({
  kind: "disk_low",
  // The worker's machine; facts of earlier releases do not have it.
  facts: z.strictObject({
    ...{ folder: z.enum(["DATA_DIR", "BACKUP_DIR"]), free_megabytes: z.number() },
    host: z.string().nullable().default(null),
  }),
  example: { folder: "DATA_DIR", free_megabytes: 4200, host: "cotejo-1" },
  path: "/settings/system",
  look({ status: { capacity }, thresholds, now }) {
    const [fullest] = capacity.disks.toSorted((a, b) => a.free_bytes - b.free_bytes);
    if (!fullest || fullest.free_bytes >= thresholds.disk_low * 1e9) return null;
    const { folder, free_bytes } = fullest;
    return { since: now, facts: { folder, free_megabytes: Math.floor(free_bytes / 1e6), host: hostname() } };
  },
});

export const backupOld = condition({
  kind: "backup_old",
  // The time of the last good backup: null without a backup, and in facts of earlier releases.
  facts: z.strictObject({
    state: z.enum(["failed", "overdue"]),
    last_good_at: z.iso.datetime().nullable().default(null),
  }),
  example: { state: "overdue", last_good_at: "2026-01-01T03:04:05.000000Z" },
  values: ({ last_good_at: last }) => ({ last_good: last && utc(last) }),
  path: "/settings/system",
  look({ status: { backup }, now }) {
    const { state } = backup;
    if (state !== "failed" && state !== "overdue") return null;
    const { last_failed_at, last_succeeded_at } = backup;
    return { since: last_failed_at ?? last_succeeded_at ?? now, facts: { state, last_good_at: last_succeeded_at } };
  },
});
