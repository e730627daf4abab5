import { ADMINS, type ModuleManifest, OVERSEERS, REVIEWERS, ROLES } from "#lib/platform/manifest.ts";

/** The manifest of `edge`: requests, the installation's state and settings, backups, control of the embedded service. */
export const edge = {
  actions: {
    access: {
      // A request was refused: by the user's role, without a recent password, or from another site.
      access: ["denied"],
      // `restored` from a backup: later changes are lost.
      installation: ["set_up", "restored"],
      // A backup besides the scheduled ones.
      backup: ["requested"],
    },
    sandbox: {
      sandbox: [
        "scenario_played",
        "verification_listed",
        "documents_added",
        "label_changed",
        "verification_reopened",
        "fault_added",
        "fault_ended",
        "faults_ended",
        "pace_set",
      ],
    },
  },
  ids: { fault_id: "uuid" },
  permissions: {
    "overview.read": { roles: ROLES, allows: "See the overview, and the state of the service and the receiver." },
    "settings.read": { roles: OVERSEERS, allows: "See the settings: policies, alerts, processes and backups." },
    "settings.manage": {
      roles: ADMINS,
      allows:
        "Choose the fields for a file's title and tax ID, set the address of originals, mute alerts, request a backup.",
    },
    "sandbox.play": { roles: REVIEWERS, allows: "Play scenarios and faults of the embedded sandbox, if there is one." },
  },
  alerts: { operation: ["disk_low", "backup_old"] },
} as const satisfies ModuleManifest;
