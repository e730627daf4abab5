import { type ModuleManifest, OVERSEERS } from "./manifest.ts";

/** The manifest of `platform`: the audit trail. */
export const platform = {
  actions: {
    audit: {
      // `expired`: the retention has deleted entries, by a function of the database.
      audit: ["exported", "expired"],
    },
  },
  permissions: {
    "audit.read": { roles: OVERSEERS, allows: "Search the audit trail and export it." },
    "audit.stream": { roles: OVERSEERS, allows: "Follow the audit trail from another system.", forTokens: true },
  },
} as const satisfies ModuleManifest;
