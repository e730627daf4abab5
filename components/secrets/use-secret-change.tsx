"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { StepUpDialog } from "#components/access/step-up-dialog.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { leaveForSignIn } from "#lib/browser/query-client.ts";

const isStepUp = (error: unknown): boolean => error instanceof ApiError && error.code === "STEP_UP_REQUIRED";

type Options<Answer> = { email: string; onSuccess?: (answer: Answer) => void; onSettled?: () => void };

/**
 * A change of something secret: where the session is older than ten minutes it asks for the password and then does what
 * was wanted. `stepUp` is to be rendered, outside of any form.
 */
export function useSecretChange<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  { email, onSuccess, onSettled }: Options<Answer>,
) {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      onSuccess?.(answer);
      // The answer may hold what is told once: with whoever shows it, not in a cache.
      change.reset();
    },
    gcTime: 0,
    onError: (error) => {
      if (isStepUp(error)) dialog.current?.showModal();
      else if (error instanceof ApiError && error.status === 401) leaveForSignIn();
    },
    onSettled: () => onSettled?.(),
  });
  return {
    run: change.mutate,
    /** What was asked for last. */
    input: change.variables,
    isPending: change.isPending,
    error: isStepUp(change.error) ? null : change.error,
    stepUp: <StepUpDialog ref={dialog} email={email} onConfirmed={() => change.mutate(change.variables as Input)} />,
  };
}
