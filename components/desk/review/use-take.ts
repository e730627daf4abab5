import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { reviewKeys, verificationKeys } from "#lib/core/browser/query-keys.ts";
import { verificationOptions } from "#lib/core/browser/verifications.ts";
import type { TakenReview } from "#lib/core/contract/verifications/review.ts";
import { showReview, takeNextReview } from "#lib/desk/browser/reviews.ts";
import { askAgain } from "#lib/platform/browser/query-client.ts";
import { nameOf, setLastStep } from "./last-step.ts";

/**
 * Takes the next unassigned file, and refetches both lists at once; `onTaken` gets null if there is none. The toast
 * names the file and offers to undo.
 */
export function useTake(onTaken: (id: string | null) => void) {
  const client = useQueryClient();
  const step = useMutation({
    mutationFn: takeNextReview,
    onSuccess: (taken) => {
      void askAgain(client, reviewKeys.lanes());
      void askAgain(client, verificationKeys.lists());
      if (taken) void showReview(client, taken.verification_id, taken.review);
      onTaken(taken?.verification_id ?? null);
      if (taken) void offerUndo(client, taken);
    },
  });
  const next = () => step.isPending || step.mutate();
  return { next, forget: step.reset, step, nothing: step.data === null };
}

async function offerUndo(client: QueryClient, { verification_id, review: { version } }: TakenReview): Promise<void> {
  const detail = await client.ensureQueryData(verificationOptions(verification_id)).catch(() => null);
  const name = detail === null ? verification_id : nameOf(detail.verification);
  setLastStep({ verification_id, name, step: "taken", version, typed: null });
}
