import type { Officer } from "#lib/contract/verifications/review.ts";
import type { ReviewPolicy } from "./facts.ts";

/** The choices in the dialogs of reviews (`GET /api/review/choices`): those that the policy offers, and officers. */
export type ReviewChoices = Pick<
  ReviewPolicy,
  "catalogue" | "periodic" | "approval" | "templates" | "letters" | "letter"
> & {
  /** By name. */
  assignees: Officer[];
  /** IANA; days of follow-up are of this zone. */
  time_zone: string;
  /** When to follow up on what is asked now, unless one chooses another day: after as many working days as stall a file. */
  follow_up_on: string;
};
