import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { DraftState } from "#components/page/draft.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { SAVED_LATER } from "#lib/browser/query-client.ts";
import { verificationKeys } from "#lib/browser/query-keys.ts";
import { showReview } from "#lib/browser/reviews.ts";
import type { Review } from "#lib/contract/verifications/review.ts";
import { type StepName, setLastStep, type Typed } from "./last-step.ts";

/** The page's action after a step that ends the work on a file: the desk goes on to the next one. */
export const AfterReview = createContext<((verification_id: string) => void) | null>(null);

type ReviewStep = {
  /**
   * The name of the step in messages; for a decision derived from the answer, since the decision may need approval by now.
   */
  name: StepName | ((answered: Review) => StepName);
  run: () => Promise<Review>;
};

/** A decision, where it did not have to be sent for approval. */
export const unlessProposed =
  (step: StepName) =>
  ({ state }: Review): StepName =>
    state === "approval" ? "submitted" : step;

/** A form whose fields are a draft; and the day on which an accepted file comes back, which is not in the draft. */
type Form = Omit<Typed, "fields"> & { draft: DraftState };

/** Steps after which one is done with a file for now. */
const LEADS_ON: ReadonlySet<StepName> = new Set([
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

/**
 * Runs a step on the review of a file. Its answer is shown at once, and what else it changed is requested. Where the review
 * or its facts have changed meanwhile, those of now are shown before the step has failed: its dialog then says what differs.
 */
export function useReviewStep(
  { verification_id, name }: { verification_id: string; name: string },
  onDone: () => void = () => undefined,
  /** The text of the step, which is restored when the step is undone. */
  form: Form | null = null,
) {
  const client = useQueryClient();
  const leadOn = use(AfterReview);
  const queryKey = verificationKeys.detail(verification_id);
  return useMutation({
    ...SAVED_LATER,
    mutationFn: ({ run }: ReviewStep) => run(),
    onSuccess: (review, { name: said }) => {
      const step = typeof said === "function" ? said(review) : said;
      setLastStep({ verification_id, name, step, version: review.version, typed: form && typedIn(form) });
      onDone();
      // The next file first: nobody waits for this one any more.
      if (LEADS_ON.has(step)) leadOn?.(verification_id);
      void showReview(client, verification_id, review);
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) await client.invalidateQueries({ queryKey });
    },
  });
}

const typedIn = ({ draft: { text, choice, code }, ...rest }: Form): Typed => ({
  ...rest,
  fields: { text, choice, code },
});
