import type { z } from "zod";
import type { review, reviewStanding } from "./review-answers.ts";

/**
 * Reviews: what the team does with a verification. They are local: the interface has no call for them, nothing of them is
 * sent to the service, and accepting here is never the service's approval. No zod, so that pages may import it.
 */

export type Review = z.output<typeof review>;
export type ReviewState = NonNullable<Review["state"]>;
export type Resolution = NonNullable<Review["resolution"]>;
export type Reason = Review["reasons"][number];
/** By the current name, or as they were called then. */
export type Assignee = NonNullable<Review["assignee"]>;

export type ReviewStanding = z.output<typeof reviewStanding>;
export type Exception = NonNullable<ReviewStanding["decision"]>["exceptions"][number];
export type Difference = NonNullable<ReviewStanding["decision"]>["differences"][number];
export type FindingExplanation = ReviewStanding["explanations"][number];
export type RequestWait = NonNullable<ReviewStanding["wait"]>;
export type RequestPoint = RequestWait["request"][number]["point"];
export type PointAnswer = RequestWait["request"][number]["answer"];

/**
 * An account that a review can be given to, with how many open ones it has, and how many of these are overdue. Only accounts
 * with the same name have their e-mail address here.
 */
export type Officer = Assignee & { email: string | null; open: number; overdue: number };

/** Limit of the text of a decision, a request or an erasure. */
export const LONGEST_WORDS = 4_000;

/** As many verifications `POST /api/review/bulk` changes at once. */
export const MAX_BULK = 500;

/** The outcome of one of many reviews that are changed. */
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
