import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, for cookies and links. */
export const newToken = (): string => randomBytes(32).toString("base64url");

// Tokens are random, so a plain hash is enough: nobody can search for one, and a leaked table opens nothing.
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
