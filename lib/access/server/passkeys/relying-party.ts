import { isIP } from "node:net";
import { env } from "#lib/platform/server/base/env.ts";

/** The relying party of passkeys: host and origin of `APP_ORIGIN`. Null for an IP address, which WebAuthn refuses. */
export function relyingParty(): { id: string; origin: string } | null {
  const { APP_ORIGIN: origin } = env();
  const { hostname } = new URL(origin);
  return isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 ? { id: hostname, origin } : null;
}
