import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { reviewKeys, verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { Review, TakenReview } from "#lib/core/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import type { ReviewChange } from "#lib/desk/contract/review/review-input.ts";
import type { Visit } from "#lib/desk/contract/review/seen.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";

/** Reasons and accounts change rarely: they are requested when a dialog first needs them. */
const CHOICES_STALE_MS = 60_000;

export const reviewChoicesOptions = () =>
  queryOf(reviewKeys.choices(), "GET /api/review/choices", { staleTime: CHOICES_STALE_MS });

/** The same choices, with the current number of reviews of each assignee. */
export const workloadOptions = () => ({ ...reviewChoicesOptions(), staleTime: 0 });

/** Which of these files the user can accept together; asked anew each time. */
export const acceptableOptions = (ids: readonly string[]) =>
  queryOf([...reviewKeys.all, "acceptable", ...ids], "GET /api/review/bulk/acceptance", {
    query: { ids: ids.join() },
    staleTime: 0,
    gcTime: 0,
  });

export const reviewLogOptions = (id: string) =>
  queryOf(reviewKeys.log(id), "GET /api/verifications/{verification_id}/review/log", {
    params: { verification_id: id },
  });

type ShownReview = { detail: Pick<VerificationDetail, "review_standing">; review: Pick<Review, "version"> };

/** The changes of a review since the shown version. Requested when its version differs from the shown one. */
export const reviewSinceOptions = (id: string, { detail, review }: ShownReview, version: string) =>
  queryOptions({
    queryKey: [...reviewKeys.all, "since", id, review.version, version],
    queryFn: ({ signal }) => {
      const entry = String(detail.review_standing?.last_entry ?? 0);
      return api("GET /api/verifications/{verification_id}/review/since", {
        params: { verification_id: id },
        query: { version: review.version, entry },
        signal,
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Not cached after the dialog closes, since it contains text typed by users.
    gcTime: 0,
  });

/** Opens, assigns, holds, decides, or marks items as handled. The request is completed even if the page is left meanwhile. */
export const changeReview = (id: string, { version }: Pick<Review, "version">, change: Omit<ReviewChange, "version">) =>
  api("PUT /api/verifications/{verification_id}/review", {
    params: { verification_id: id },
    body: { version, ...change },
    keepalive: true,
  });

/** With a note the file is handed over to the assignee. */
export const assignReview = (id: string, review: Review, assignee: string | null, note = "") =>
  changeReview(id, review, { state: review.state ?? "open", assignee, ...(note !== "" && { note }) });

/** Shows the answer to a step at once, and refetches the other data that the step changed. */
export function showReview(client: QueryClient, verification_id: string, review: Review): Promise<void> {
  const queryKey = verificationKeys.detail(verification_id);
  // The answer to a request that started before the step would replace the step's own.
  void client.cancelQueries({ queryKey });
  client.setQueryData<VerificationDetail>(queryKey, (detail) => detail && { ...detail, review });
  return client.invalidateQueries({ queryKey });
}

/** Assigns the first unassigned open review to the user; null if there is none. */
export const takeNextReview = async (): Promise<TakenReview | null> =>
  (await api("POST /api/review/next", { body: {} })) ?? null;

/**
 * The time of the reader's last visit to a verification, and its marks; null before the first visit. Prefetched by the
 * file's own page.
 */
export const lastLookOptions = (id: string) =>
  queryOptions<Visit | null>({
    queryKey: ["seen", id],
    queryFn: async ({ signal }) =>
      (await api("GET /api/verifications/{verification_id}/seen", { params: { verification_id: id }, signal }))
        .previous,
    staleTime: Number.POSITIVE_INFINITY,
  });
