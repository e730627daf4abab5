import type { Scope } from "#lib/platform/contract/permissions.ts";
import type { Instant } from "#lib/platform/contract/time.ts";

/** Tokens that are not revoked, expired ones included. */
export const MAX_TOKENS = 50;
/** Code units of a name. */
export const MAX_TOKEN_NAME = 100;
export const MAX_TOKEN_DAYS = 366;

/** An entry of `GET /api/tokens`: the tokens that are not revoked, newest first. */
export type ListedToken = {
  token_id: string;
  name: string;
  scopes: Scope[];
  /** Scopes without effect, since the token's maker lacks the permission. */
  lacking: Scope[];
  /** `powerless`: the token's maker is disabled, or has to set up their account first. */
  state: "active" | "expired" | "powerless";
  created_by: { name: string; email: string };
  created_at: Instant;
  expires_at: Instant;
  /** To the minute; null for an unused token. */
  last_used_at: Instant | null;
};

/** The answer of `POST /api/tokens`, the only one with the token. */
export type CreatedToken = {
  token_id: string;
  token: string;
  name: string;
  fingerprint: string;
  /** The id of the token's value, which is kept for the session that made it, and until when. */
  reveal_id: string;
  held_until: Instant;
};
