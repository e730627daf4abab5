import type { Instant } from "#lib/platform/contract/time.ts";
import type { AlertSettings } from "./alert-settings.ts";

/** An alert to admins, in the words of its reader's language. */
export type ListedAlert = {
  alert_id: string;
  kind: string;
  since: Instant;
  /** Null while the condition lasts; for an incident, the time when it was noticed. */
  resolved_at: Instant | null;
  text: string;
  /** The next step; null for a resolved alert, and for one that this version does not know. */
  todo: string | null;
  /** The page where an admin acts on it. */
  path: string;
};

/** Number of listed alerts. */
export const MAX_ALERTS = 50;

/** `GET /api/settings/alerts`: the alerts that last, then the newest others, every kind, and the settings. */
export type AlertList = {
  items: ListedAlert[];
  kinds: { kind: string; name: string; muted: boolean }[];
  settings: AlertSettings;
};
