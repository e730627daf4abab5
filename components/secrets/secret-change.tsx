"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { StepUpDialog } from "#components/access/step-up-dialog.tsx";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { Form } from "#components/page/form.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { Button } from "@/components/ui/button";

const isStepUp = (error: unknown): boolean => error instanceof ApiError && error.code === "STEP_UP_REQUIRED";

type Options<Answer> = { email: string; onSuccess?: (answer: Answer) => void; onSettled?: () => void };

/**
 * A change of something secret, or of what holds for everybody. Where the session is older than ten minutes it asks for the password and then repeats the
 * change. `stepUp` has to be rendered outside of any form.
 */
export function useSecretChange<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  { email, onSuccess, onSettled }: Options<Answer>,
) {
  const [confirming, setConfirming] = useState(false);
  const change = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      onSuccess?.(answer);
      // The answer may hold a value that is revealed once: it belongs to the dialog that shows it, not in a cache.
      change.reset();
    },
    gcTime: 0,
    onError: (error) => {
      if (isStepUp(error)) setConfirming(true);
    },
    onSettled: () => onSettled?.(),
  });
  return {
    run: change.mutate,
    /** The input of the last attempt. */
    input: change.variables,
    isPending: change.isPending,
    error: isStepUp(change.error) ? null : change.error,
    /** Forgets why the last attempt failed. */
    reset: change.reset,
    stepUp: confirming && (
      <StepUpDialog
        email={email}
        onConfirmed={() => change.mutate(change.variables as Input)}
        onClosed={() => setConfirming(false)}
      />
    ),
  };
}

type Props = {
  title: string;
  about: string;
  words: Record<"cancel" | "submit" | "working", string>;
  destructive?: boolean;
  busy: boolean;
  /** Something has to be chosen first. */
  blocked?: boolean;
  /** Says why it was refused, once it was. */
  failure: ReactNode;
  /** Asks for the password again where that is needed (`useSecretChange`). */
  stepUp: ReactNode;
  onSubmit: (form: FormData) => void;
  onClosed: () => void;
  children?: ReactNode;
};

/** A dialog around a form whose change may ask for the password again. */
export function ChangeDialog(props: Props) {
  const { title, about, words, destructive = false, busy, failure, stepUp, onSubmit, onClosed, children } = props;
  const disabled = busy || props.blocked === true;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!disabled) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <ActionDialog title={title} about={about} busy={busy} onClosed={onClosed}>
      <Form onSubmit={submit} className="space-y-4">
        {children}
        {failure}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClosed} disabled={busy}>
            {words.cancel}
          </Button>
          <Button type="submit" variant={destructive ? "destructive" : "default"} aria-disabled={disabled}>
            {busy ? words.working : words.submit}
          </Button>
        </div>
      </Form>
      {stepUp}
    </ActionDialog>
  );
}
