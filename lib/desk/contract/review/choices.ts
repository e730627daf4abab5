import type { Officer } from "#lib/core/contract/verifications/review.ts";
import type { ReviewPolicy } from "./facts.ts";

/** The choices in the dialogs of reviews (`GET /api/review/choices`): those that the policy offers, and officers. */
export type ReviewChoices = Pick<
  ReviewPolicy,
  "catalogue" | "periodic" | "approval" | "bulk_acceptance" | "templates" | "letters" | "letter"
> & {
  /** By name. */
  assignees: Officer[];
  /** IANA; days of follow-up are of this zone. */
  time_zone: string;
  /** The default day of a follow-up: after `stalled_days` working days. */
  follow_up_on: string;
};
