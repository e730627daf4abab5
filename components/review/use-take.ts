import { useMutation, useQueryClient } from "@tanstack/react-query";
import { askAgain } from "#lib/browser/query-client.ts";
import { reviewKeys, verificationKeys } from "#lib/browser/query-keys.ts";
import { showReview, takeNextReview } from "#lib/browser/reviews.ts";

/** Takes the next unassigned file, and refetches both lists at once; `onTaken` gets null if there is none. */
export function useTake(onTaken: (id: string | null) => void) {
  const client = useQueryClient();
  const step = useMutation({
    mutationFn: takeNextReview,
    onSuccess: (taken) => {
      void askAgain(client, reviewKeys.lanes());
      void askAgain(client, verificationKeys.lists());
      if (taken) void showReview(client, taken.verification_id, taken.review);
      onTaken(taken?.verification_id ?? null);
    },
  });
  const next = () => step.isPending || step.mutate();
  return { next, forget: step.reset, step, nothing: step.data === null };
}
