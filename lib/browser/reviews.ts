import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { AcceptableFile } from "#lib/contract/review/bulk-acceptance.ts";
import type { ReviewChoices } from "#lib/contract/review/choices.ts";
import type { ReviewLogEntry, ReviewSince } from "#lib/contract/review/log.ts";
import type { ReviewChange } from "#lib/contract/review/review-input.ts";
import type { Review } from "#lib/contract/verifications/review.ts";
import type { Finding, VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { api, fileUrl, post, queryOf } from "./api.ts";
import { reviewKeys, verificationKeys } from "./query-keys.ts";

const path = (id: string, rest = "") => fileUrl(id, `/review${rest}`);

/** Reasons and accounts change rarely: they are requested when a dialog first needs them. */
const CHOICES_STALE_MS = 60_000;

export const reviewChoicesOptions = () =>
  queryOf<ReviewChoices>(reviewKeys.choices(), "/api/review/choices", { staleTime: CHOICES_STALE_MS });

/** The same choices, with the current number of reviews of each assignee. */
export const workloadOptions = () => ({ ...reviewChoicesOptions(), staleTime: 0 });

/** Which of these files the user can accept together; asked anew each time. */
export const acceptableOptions = (ids: readonly string[]) =>
  queryOf<{ files: AcceptableFile[] }>(
    [...reviewKeys.all, "acceptable", ...ids],
    `/api/review/bulk/acceptance?${new URLSearchParams({ ids: ids.join() })}`,
    { staleTime: 0, gcTime: 0 },
  );

export const reviewLogOptions = (id: string) =>
  queryOf<{ items: ReviewLogEntry[] }>(reviewKeys.log(id), path(id, "/log"));

type ShownReview = { detail: Pick<VerificationDetail, "review_standing">; review: Pick<Review, "version"> };

/** The changes of a review since the shown version. Requested when its version differs from the shown one. */
export const reviewSinceOptions = (id: string, { detail, review }: ShownReview, version: string) =>
  queryOptions({
    queryKey: [...reviewKeys.all, "since", id, review.version, version],
    queryFn: ({ signal }) => {
      const entry = String(detail.review_standing?.last_entry ?? 0);
      const shown = new URLSearchParams({ version: review.version, entry });
      return api<ReviewSince>(path(id, `/since?${shown}`), { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Not cached after the dialog closes, since it contains text typed by users.
    gcTime: 0,
  });

/** Opens, assigns, holds, decides, or marks items as handled. The request is completed even if the page is left meanwhile. */
export const changeReview = (id: string, { version }: Pick<Review, "version">, change: Omit<ReviewChange, "version">) =>
  api<Review>(path(id), { method: "PUT", body: { version, ...change }, keepalive: true });

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

export const ratifyReview = (id: string, body: { version: string; reason?: string }) =>
  api<Review>(path(id, "/ratification"), { method: "POST", body, keepalive: true });

export const answerApproval = (id: string, body: { version: string; approve: boolean; reason?: string }) =>
  api<Review>(path(id, "/approval"), { method: "POST", body, keepalive: true });

/** Undoes the user's last step, within ten seconds. */
export const undoReview = (id: string, version: string) => post<Review>(path(id, "/undo"), { version });

export type TakenReview = { verification_id: string; review: Review };

/** Assigns the first unassigned open review to the user; null if there is none. */
export const takeNextReview = async (): Promise<TakenReview | null> =>
  (await post<TakenReview | undefined>("/api/review/next", {})) ?? null;

type Explanation = { text: string | null; replaces: string | null };

/** Explains a finding, or deletes its explanation; `replaces` is the time of the explanation that was shown. */
export const explainFinding = (id: string, { severity, missing_field, message }: Finding, explaining: Explanation) =>
  api<void>(fileUrl(id, "/explanations"), {
    method: "PUT",
    body: { severity, missing_field, message, ...explaining },
  });
