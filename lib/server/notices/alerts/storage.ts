import { z } from "zod";
import { condition } from "./alert.ts";

/** The limit of the metric's alert (`docs/deploy/alerts.yaml`). */
export const LOW_BYTES = 5e9;

export const diskLow = condition({
  kind: "disk_low",
  facts: z.strictObject({ folder: z.enum(["DATA_DIR", "BACKUP_DIR"]), free_megabytes: z.number() }),
  example: { folder: "DATA_DIR", free_megabytes: 4200 },
  name: { en: "Disk almost full", "es-MX": "Disco casi lleno" },
  words: {
    en: ({ folder, free_megabytes }) => `${free_megabytes} MB are free for ${folder}.`,
    "es-MX": ({ folder, free_megabytes }) => `Quedan ${free_megabytes} MB libres para ${folder}.`,
  },
  path: "/settings/system",
  look({ status: { capacity }, now }) {
    const [fullest] = capacity.disks.toSorted((a, b) => a.free_bytes - b.free_bytes);
    if (!fullest || fullest.free_bytes >= LOW_BYTES) return null;
    return { since: now, facts: { folder: fullest.folder, free_megabytes: Math.floor(fullest.free_bytes / 1e6) } };
  },
});

export const backupOld = condition({
  kind: "backup_old",
  facts: z.strictObject({ state: z.enum(["failed", "overdue"]) }),
  example: { state: "overdue" },
  name: { en: "Backup failed or overdue", "es-MX": "Respaldo fallido o atrasado" },
  words: {
    en: ({ state }) => (state === "failed" ? "The last backup failed." : "The backup is overdue."),
    "es-MX": ({ state }) => (state === "failed" ? "Falló el último respaldo." : "El respaldo está atrasado."),
  },
  path: "/settings/system",
  look({ status: { backup }, now }) {
    const { state } = backup;
    if (state !== "failed" && state !== "overdue") return null;
    return { since: backup.last_failed_at ?? backup.last_succeeded_at ?? now, facts: { state } };
  },
});
