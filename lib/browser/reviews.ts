import { queryOptions } from "@tanstack/react-query";
import type {
  Difference,
  Review,
  ReviewChange,
  ReviewChoices,
  ReviewLogEntry,
} from "#lib/contract/verifications/review.ts";
import { ApiError, api } from "./api.ts";
import { reviewKeys } from "./query-keys.ts";

const path = (id: string, rest = "") => `/api/verifications/${encodeURIComponent(id)}/review${rest}`;

/** Reasons and accounts change rarely: they are requested when a dialog first needs them. */
const CHOICES_STALE_MS = 60_000;

export const reviewChoicesOptions = () =>
  queryOptions({
    queryKey: reviewKeys.choices(),
    queryFn: ({ signal }) => api<ReviewChoices>("/api/review/choices", { signal }),
    staleTime: CHOICES_STALE_MS,
  });

/** What was done with the review of a verification, the newest first. */
export const reviewLogOptions = (id: string) =>
  queryOptions({
    queryKey: reviewKeys.log(id),
    queryFn: ({ signal }) => api<{ items: ReviewLogEntry[] }>(path(id, "/log"), { signal }),
  });

/** Opens, assigns, waits, decides, or marks items as dealt with. */
export const changeReview = (id: string, change: ReviewChange) =>
  api<Review>(path(id), { method: "PUT", body: change });

export const ratifyReview = (id: string, version: string) =>
  api<Review>(path(id, "/ratification"), { method: "POST", body: { version } });

export const answerApproval = (id: string, body: { version: string; approve: boolean; reason?: string }) =>
  api<Review>(path(id, "/approval"), { method: "POST", body });

/** Takes one's own last step back, within ten seconds. */
export const undoReview = (id: string, version: string) =>
  api<Review>(path(id, "/undo"), { method: "POST", body: { version } });

export type TakenReview = { verification_id: string; review: Review };

/** Assigns the first open review that is nobody's to the user; null where there is none. */
export const takeNextReview = async (): Promise<TakenReview | null> =>
  (await api<TakenReview | undefined>("/api/review/next", { method: "POST", body: {} })) ?? null;

/** What an answer says where the review or its facts are not as they were shown any more; null of any other error. */
export function staleReview(error: unknown): { review: Review; differences: Difference[] } | null {
  if (!(error instanceof ApiError) || error.code !== "STALE_REVIEW") return null;
  return error.body as { review: Review; differences: Difference[] };
}
