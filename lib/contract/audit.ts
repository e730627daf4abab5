import type { Instant } from "./time.ts";

/**
 * What the audit trail records, all of it, as `noun.verbed`: whoever records something new adds its name here, and the
 * words for it to `messages/<locale>/audit.json`.
 */
export const AUDIT_ACTIONS = [
  // The data of people of one verification, wherever a page shows it, and the PDF of one of them.
  "people.opened",
  "curp_pdf.opened",
  "verification.read",
  // Erased here with all that was known of it, and let in again by whoever added it by its id.
  "verification.erased",
  "verification.brought_back",
  "verifications.imported",
  "webhook.created",
  "webhook.changed",
  "webhook.deleted",
  "webhook_secret.replacement_begun",
  "webhook_secret.replacement_moved",
  "receiver.connected",
  "delivery.retried",
  "deliveries.retried",
  "api_key.created",
  "api_key.deleted",
  "api_key.checked",
  "api_key.adopted",
  "rotation.begun",
  "rotation.resumed",
  // The worker has come to its end.
  "rotation.ended",
  "key_replacement.begun",
  "key_replacement.minted",
  "key_replacement.switched",
  "key_replacement.switched_back",
  "key_replacement.finished",
  "key_replacement.cancelled",
  // A once-only value: a page shows it once more; whoever it was told to has stored it; nobody said so in time.
  "reveal.shown",
  "reveal.stored",
  "reveal.expired",
  // A person was refused for their role, for not having given the password recently, or as a request of another site.
  "access.denied",
  "sandbox.scenario_played",
  "sandbox.verification_listed",
  "sandbox.documents_added",
  "sandbox.label_changed",
  "sandbox.verification_reopened",
  "sandbox.fault_added",
  "sandbox.fault_ended",
  "sandbox.faults_ended",
  "sandbox.pace_set",
  "installation.set_up",
  "session.started",
  "session.refused",
  // The password, and the code where there is one, given once more.
  "session.confirmed",
  "session.ended",
  "sessions.ended",
  "password.changed",
  "password.reset",
  "second_factor.begun",
  "second_factor.added",
  "second_factor.removed",
  "recovery_codes.made",
  "user.added",
  "user.joined",
  "user.changed",
  "user.link_renewed",
  "user.withdrawn",
  "user.second_factor_removed",
  "user.session_ended",
  "user.sessions_ended",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * How it ended. `begun` is written before a command is carried out and tells nothing of its end: an entry of its own
 * does, and where there is none the outcome is not known.
 */
export const AUDIT_OUTCOMES = ["begun", "done", "failed", "refused"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Somebody's opening of a person; `name` is null once there is no such account any more. */
export type Opening = {
  at: Instant;
  action: "people.opened" | "curp_pdf.opened";
  user: { email: string; name: string | null };
};

/** `GET /api/verifications/{id}/people/{people_id}/openings`: the last few, newest first. */
export type Openings = { items: Opening[] };
