import { z } from "zod";
import type { ListedToken } from "#lib/access/contract/tokens/token.ts";
import { tokenName } from "#lib/access/contract/tokens/token-input.ts";

/** An entry of `GET /api/scim/tokens`: the directory's tokens that are not revoked, newest first. */
export type ListedScimToken = Pick<ListedToken, "token_id" | "name" | "created_by" | "created_at" | "last_used_at">;

/** Body of `POST /api/scim/tokens`. */
export const newScimToken = z.strictObject({ name: tokenName });
