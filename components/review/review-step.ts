import { onlineManager, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { DraftState } from "#components/page/draft.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { SAVED_LATER } from "#lib/browser/query-client.ts";
import { verificationKeys } from "#lib/browser/query-keys.ts";
import { showReview } from "#lib/browser/reviews.ts";
import type { Review } from "#lib/contract/verifications/review.ts";
import { type StepName, setLastStep, type Typed } from "./last-step.ts";

/** A step that ends the work on a file leads to the next one, on a page that has one: the desk. */
export type Lead = {
  /** Goes on while the step is saved. Answers whether there was a file to go on to. */
  ahead: (verification_id: string) => boolean;
  /** Called when the step is saved, `ahead` or not. */
  saved: (verification_id: string, ahead: boolean) => void;
  /** Called when a step saved ahead has failed: the file comes back. */
  failed: (file: { verification_id: string; name: string }, why: string) => void;
};
export const AfterReview = createContext<{ readonly current: Lead } | null>(null);

export type ReviewStep = {
  /** The step's name in messages; a decision's is derived from the answer, as it may need approval by now. */
  name: StepName | ((answered: Review) => StepName);
  run: () => Promise<Review>;
};

/** A decision, unless it was sent for approval. */
export const unlessProposed =
  (step: StepName) =>
  ({ state }: Review): StepName =>
    state === "approval" ? "submitted" : step;

/** A form with a draft, and with the day on which an accepted file comes back, which the draft does not hold. */
type Form = Omit<Typed, "fields"> & { draft: DraftState };

/** Steps that end the work on a file for now. */
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

/** A step whose name depends on its answer is a decision. */
const leadsOn = (name: ReviewStep["name"]): boolean => typeof name === "function" || LEADS_ON.has(name);

/**
 * Runs a step on the review of a file. Its answer is shown at once, and other affected queries are refetched. If the
 * review or its facts have changed meanwhile, the current ones are loaded before the error is shown: the dialog then
 * lists the differences.
 */
export function useReviewStep(
  { verification_id, name }: { verification_id: string; name: string },
  onDone: () => void = () => undefined,
  /** The text of the step, discarded with it and restored when the step is undone. */
  form: Form | null = null,
) {
  const client = useQueryClient();
  const lead = use(AfterReview);
  const problem = useErrorWords("review-file.problem");
  const queryKey = verificationKeys.detail(verification_id);
  return useMutation({
    ...SAVED_LATER,
    mutationFn: ({ run }: ReviewStep) => run(),
    // Without a connection one stays, and the form says that it waits.
    onMutate: ({ name }) => Boolean(onlineManager.isOnline() && leadsOn(name) && lead?.current.ahead(verification_id)),
    onSuccess: (review, { name: said }, ahead) => {
      const step = typeof said === "function" ? said(review) : said;
      setLastStep({ verification_id, name, step, version: review.version, typed: form && typedIn(form) });
      form?.draft.discard();
      onDone();
      // The next file first: nobody waits for this one any more.
      if (ahead || leadsOn(step)) lead?.current.saved(verification_id, ahead);
      void showReview(client, verification_id, review);
    },
    onError: async (error, _step, ahead) => {
      if (ahead) lead?.current.failed({ verification_id, name }, problem(error));
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey, refetchType: "all" });
    },
  });
}

const typedIn = ({ draft: { text, choice, code }, ...rest }: Form): Typed => ({
  ...rest,
  fields: { text, choice, code },
});
