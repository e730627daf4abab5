import type { z } from "zod";
import type { review, reviewStanding } from "./review-answers.ts";

/**
 * Reviews: the team's work on a verification. They are local: the interface has no call for them, nothing of them is sent
 * to the service, and accepting here is never the service's approval. No zod, so that pages may import it.
 */

export type Review = z.output<typeof review>;
export type ReviewState = NonNullable<Review["state"]>;
export type Resolution = NonNullable<Review["resolution"]>;
export type Reason = Review["reasons"][number];
/** With the current name, or the name at that time. */
export type Assignee = NonNullable<Review["assignee"]>;

export type ReviewStanding = z.output<typeof reviewStanding>;
export type Exception = NonNullable<ReviewStanding["decision"]>["exceptions"][number];
export type UnresolvedPerson = ReviewStanding["open"]["people"][number];
export type Difference = NonNullable<ReviewStanding["decision"]>["differences"][number];
export type FindingExplanation = ReviewStanding["explanations"][number];
export type RequestWait = NonNullable<ReviewStanding["wait"]>;
export type RequestPoint = RequestWait["request"][number]["point"];
export type PointAnswer = RequestWait["request"][number]["answer"];

/**
 * An account that a review can be assigned to, with its numbers of open reviews and of overdue ones among them. `email`
 * is stated only for accounts with the same name as another account.
 */
export type Officer = Assignee & { email: string | null; open: number; overdue: number };

/** Limit of the text of a decision, a request or an erasure. */
export const LONGEST_WORDS = 4_000;

/** Maximal number of verifications of `POST /api/review/bulk`. */
export const MAX_BULK = 500;

/** Maximal number of files of `POST /api/review/bulk/acceptance`. */
export const MAX_ACCEPTED_TOGETHER = 25;

/** The outcome for one review of a bulk change. */
export type BulkOutcome = {
  verification_id: string;
  outcome: "done" | "not_found" | "failed";
  /** The cause of a failure, as in error answers. */
  code?: string;
  /** The version after the change, by which it is undone. */
  version?: string;
};

/** Reviews of an account that are not resolved (`GET /api/users/{id}/reviews`); the first of them are named. */
export type HeldReviews = { count: number; files: { verification_id: string; name: string }[] };

/** Limit of points in a request. */
export const MAX_POINTS = 200;

/** The review that `POST /api/review/next` assigned to the user. */
export type TakenReview = { verification_id: string; review: Review };
