import type { WebhookProblem } from "./webhook-problems.ts";
import type { ReplacementState } from "./webhook-replacement.ts";

/** A webhook of the account: what the service tells of it, and what the dashboard knows. */
export type ListedWebhook = {
  /** The service's identifier. */
  id: string;
  url: string | null;
  events: string[];
  description: string | null;
  /** Null where the service does not tell. */
  enabled: boolean | null;
  /** The dashboard's own, or the twin that is to become it. */
  own: boolean;
  /** What is wrong with it, the gravest first. */
  problems: WebhookProblem[];
  /** Names that it is subscribed to and the catalogue does not know. */
  unknown_events: string[];
  /** The first 12 hex digits of the SHA-256 of its secret, where the dashboard told it. */
  fingerprint: string | null;
  /** Whether that secret is still held for the session it was told to, was stored, or nobody has said so in time. */
  secret: "held" | "stored" | "unclaimed" | null;
  /** Its part in a replacement that is under way, which is known by the old one's id. */
  replacement: { part: "old" | "twin"; old_id: string; state: ReplacementState } | null;
  /** Of address, events and description: what `If-Match` is compared with, so that nobody else's change is overwritten. */
  version: string;
  other_fields: Record<string, unknown>;
};

/** What `GET /api/webhooks` answers; `local` where the service runs on this machine and delivers to plain http there. */
export type ListedWebhooks = { items: ListedWebhook[]; local: boolean };

/** What POST `/api/webhooks` answers, the one time that the secret is there. */
export type CreatedWebhook = {
  id: string;
  url: string;
  events: string[];
  description: string;
  enabled: boolean | null;
  secret: string;
  fingerprint: string;
  /** What the dialog calls it. */
  name: string;
  /** Under which the secret is held for this session, and until when; null where it could not be. */
  reveal_id: string | null;
  expires_at: string | null;
};

const LONGEST_NAME = 80;

/** What people call a webhook: its description, else its address without what may be personal in it. */
export function webhookName({ description, url, id }: { description: string | null; url: string | null; id: string }) {
  const described = (description ?? "").replaceAll(/\s+/g, " ").trim();
  if (described !== "") return described.length > LONGEST_NAME ? `${described.slice(0, LONGEST_NAME - 1)}…` : described;
  if (url === null || !URL.canParse(url)) return id;
  const { host, pathname } = new URL(url);
  const place = `${host}${pathname === "/" ? "" : pathname}`;
  return place.length > LONGEST_NAME ? `${place.slice(0, LONGEST_NAME - 1)}…` : place;
}
