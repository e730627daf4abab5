import type { StoredByModule } from "#lib/platform/server/stored.ts";

export const access: StoredByModule = {
  whenRestored: [
    "DELETE FROM sessions",
    "DELETE FROM access_links",
    // They may have been used since the backup.
    "DELETE FROM provider_flows",
    "DELETE FROM passkey_challenges",
    // A token may have been revoked since the backup.
    "UPDATE service_tokens SET revoked_at = now() WHERE revoked_at IS NULL",
    "UPDATE setup_links SET expires_at = now() WHERE used_at IS NULL",
    "DELETE FROM consent_requests",
  ],
};
