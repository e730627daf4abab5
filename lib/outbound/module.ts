import { ADMINS, FILE, type ModuleManifest, OVERSEERS } from "#lib/platform/manifest.ts";

/** The manifest of `outbound`: channels to people and systems outside, notices, alerts, mails, letters to customers. */
export const outbound = {
  actions: {
    verifications: {
      // `sent`: the letter was handed over for sending. `answered`: the mail server's last answer to it.
      letter: ["sent", "answered"],
    },
    webhooks: {
      // `tested` by a message; `retried`: failed messages are sent again.
      channel: ["created", "changed", "deleted", "tested"],
      channel_secret: ["replaced"],
      sending: ["retried"],
      sendings: ["retried"],
    },
    access: {
      // About the user's own account: wrong codes, and changes by administrators.
      notices: ["acknowledged", "mail_chosen"],
      // A kind was muted or unmuted for everybody.
      alert: ["muted"],
      // Thresholds of alerts, and quiet hours.
      alert_settings: ["changed"],
    },
  },
  ids: { letter_id: "uuid", channel_id: "identifier", sending_id: "number" },
  permissions: {
    "channels.read": {
      roles: OVERSEERS,
      allows: "See channels to people and systems outside, and their last messages.",
    },
    "channels.manage": { roles: ADMINS, allows: "Create, change, test and delete channels." },
  },
  alerts: { operation: ["decision_events_failing"] },
  reveals: { channel_secret: "channel_id" },
  live: {
    letters: { ofFile: false, keys: [["verifications", "letters", FILE]] },
    notices: { ofFile: false, keys: [["notices"]] },
  },
} as const satisfies ModuleManifest;
