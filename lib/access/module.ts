import { ADMINS, type ModuleManifest, OVERSEERS, ROLES } from "#lib/platform/manifest.ts";

/** The manifest of `access`: accounts, sessions, sign-in, second factors, directories, tokens of other systems. */
export const access = {
  actions: {
    keys: {
      // Tokens of other systems for the dashboard's own routes.
      service_token: ["created", "revoked"],
      // Tokens of the company's directory, which provisions accounts by SCIM.
      scim_token: ["created", "revoked"],
    },
    access: {
      // `confirmed`: the password, and the second factor's code, again.
      session: ["started", "refused", "confirmed", "ended"],
      sessions: ["ended"],
      // A user linked the account with the provider of sign-ins, or removed the link.
      provider: ["linked", "unlinked"],
      passwords: ["switched_off", "switched_on"],
      password: ["changed", "reset"],
      second_factor: ["begun", "added", "removed"],
      // `disabled`: its counter went back, so there is a copy of it.
      passkey: ["added", "removed", "disabled"],
      recovery_codes: ["made"],
    },
    users: {
      user: [
        "added",
        "joined",
        "changed",
        "link_renewed",
        // An invitation or a reset was mailed to the account, or refused by the mail server.
        "link_mailed",
        "withdrawn",
        "second_factor_removed",
        "session_ended",
        "sessions_ended",
      ],
      // A second admin's consent to actions that let an admin act as another user; a command on the host lifts it.
      consent: ["required", "lifted", "asked", "given", "declined", "expired"],
    },
  },
  ids: {
    user_id: "uuid",
    session_id: "identifier",
    consent_id: "uuid",
    token_id: "uuid",
    passkey_id: "uuid",
  },
  permissions: {
    "account.own": { roles: ROLES, allows: "See and change the own account, sessions and second factor." },
    "users.manage": {
      roles: ADMINS,
      allows:
        "Invite people, change their roles, disable them, end their sessions, consent to requests of other admins.",
    },
    "tokens.read": { roles: OVERSEERS, allows: "See service tokens, by which other systems call the dashboard." },
    "tokens.manage": { roles: ADMINS, allows: "Create and revoke service tokens." },
  },
  alerts: { security: ["new_admin", "break_glass_used", "passkey_copied"] },
  reveals: { service_token: "token_id" },
} as const satisfies ModuleManifest;
