import { onlineManager, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { DraftState } from "#components/kit/draft.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import type { Review } from "#lib/core/contract/verifications/review.ts";
import { showReview } from "#lib/desk/browser/reviews.ts";
import { ApiError } from "#lib/platform/browser/api.ts";
import { SAVED_LATER } from "#lib/platform/browser/query-client.ts";
import { type FormValues, type StepName, setLastStep } from "./last-step.ts";

/** Callbacks of a page that opens the next file after a step that ends the work on a file: the desk. */
export type Lead = {
  /** Opens the next file while the step is saved. Returns whether there was a next file. */
  ahead: (verification_id: string) => boolean;
  /** Called when the step is saved, `ahead` or not. */
  saved: (verification_id: string, ahead: boolean) => void;
  /** Called when a step failed whose next file was already open: the file returns. */
  failed: (file: { verification_id: string; name: string }, why: string) => void;
};
export const AfterReview = createContext<{ readonly current: Lead } | null>(null);

export type ReviewStep = {
  /** The step's name in messages. The name of a decision depends on the answer, since it may need approval by now. */
  name: StepName | ((answered: Review) => StepName);
  run: () => Promise<Review>;
};

/** A decision, unless it was sent for approval. */
export const unlessProposed =
  (step: StepName) =>
  ({ state }: Review): StepName =>
    state === "approval" ? "submitted" : step;

/** A form with a draft, and with the follow-up day of an accepted file, which the draft does not contain. */
type Form = Omit<FormValues, "fields"> & { draft: DraftState };

const ENDING_STEPS: ReadonlySet<StepName> = new Set([
  "accepted",
  "rejected",
  "closed",
  "submitted",
  "approved",
  "returned",
  "withdrawn",
  "waited",
  "ratified",
]);

/** The name of a decision depends on the answer. */
const endsWork = (name: ReviewStep["name"]): boolean => typeof name === "function" || ENDING_STEPS.has(name);

/**
 * Runs a step on the review of a file. The answer is shown at once, and other affected queries are refetched. If the
 * review or its facts have changed meanwhile, the current version is loaded before the error is shown, so that the
 * dialog can list the differences.
 */
export function useReviewStep(
  { verification_id, name }: { verification_id: string; name: string },
  onDone: () => void = () => undefined,
  /** The form values of the step: discarded after the step, restored if it is undone. */
  form: Form | null = null,
) {
  const client = useQueryClient();
  const lead = use(AfterReview);
  const problem = useErrorWords("review-file.problem");
  const queryKey = verificationKeys.detail(verification_id);
  return useMutation({
    ...SAVED_LATER,
    mutationFn: ({ run }: ReviewStep) => run(),
    // Without a connection the file stays open, and its form shows that it waits.
    onMutate: ({ name }) => Boolean(onlineManager.isOnline() && endsWork(name) && lead?.current.ahead(verification_id)),
    onSuccess: (review, { name: said }, ahead) => {
      const step = typeof said === "function" ? said(review) : said;
      setLastStep({ verification_id, name, step, version: review.version, typed: form && valuesOf(form) });
      form?.draft.discard();
      onDone();
      // The next file opens first, before this file is refetched.
      if (ahead || endsWork(step)) lead?.current.saved(verification_id, ahead);
      void showReview(client, verification_id, review);
    },
    onError: async (error, _step, ahead) => {
      if (ahead) lead?.current.failed({ verification_id, name }, problem(error));
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey, refetchType: "all" });
    },
  });
}

const valuesOf = ({ draft: { text, choice, code }, ...rest }: Form): FormValues => ({
  ...rest,
  fields: { text, choice, code },
});
