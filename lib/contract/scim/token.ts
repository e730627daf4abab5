import { z } from "zod";
import type { Instant } from "#lib/contract/time.ts";
import { tokenName } from "#lib/contract/tokens/token-input.ts";

/** An entry of `GET /api/scim/tokens`: the directory's tokens that are not revoked, newest first. */
export type ListedScimToken = {
  token_id: string;
  name: string;
  created_by: { name: string; email: string };
  created_at: Instant;
  /** To the minute; null for an unused token. */
  last_used_at: Instant | null;
};

/** Body of `POST /api/scim/tokens`. */
export const newScimToken = z.strictObject({ name: tokenName });
