"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { StepUpDialog } from "#components/access/step-up-dialog.tsx";
import { ActionDialog } from "#components/page/action-dialog.tsx";
import { Cancel } from "#components/page/buttons.tsx";
import { Form } from "#components/page/form.tsx";
import { ActionFailure, codeOf, type FailureWords, useErrorWords } from "#components/page/words.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { Button } from "@/components/ui/button";

const isStepUp = (error: unknown): boolean => error instanceof ApiError && error.code === "STEP_UP_REQUIRED";

type Options<Answer> = {
  onSuccess?: (answer: Answer) => void;
  /** Queries that the change may affect, refetched at its end. */
  changes?: readonly QueryKey[];
};

/**
 * A change of something secret, or of what holds for everybody. Where the session is older than ten minutes it asks for the password and then repeats the
 * change. `stepUp` has to be rendered outside of any form.
 */
export function useSecretChange<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  { onSuccess, changes = [] }: Options<Answer>,
) {
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const change = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      onSuccess?.(answer);
      // The answer may hold a once-only value: it belongs to its dialog, not in a cache.
      change.reset();
    },
    gcTime: 0,
    onError: (error) => {
      if (isStepUp(error)) setConfirming(true);
    },
    onSettled: () => {
      for (const queryKey of changes) void client.invalidateQueries({ queryKey });
    },
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
        onConfirmed={() => change.mutate(change.variables as Input)}
        onClosed={() => setConfirming(false)}
      />
    ),
  };
}

type Props<Answer> = {
  /** The namespace of its words, which `values` complete: `title`, `about`, `submit` and `working`, unless they are given. */
  of: string;
  values?: Record<string, string>;
  title?: string;
  about?: ReactNode;
  submit?: string;
  /** By default, 'Cancel'. */
  cancel?: string;
  destructive?: boolean;
  /** Something has to be chosen first. */
  blocked?: boolean;
  act: (form: FormData) => Promise<Answer>;
  /** Called once the dialog is closed. */
  onDone?: (answer: Answer) => void;
  /** Queries that the change may affect, refetched at its end. */
  changes?: readonly QueryKey[];
  onClosed: () => void;
  failure: FailureWords;
  /** Says more about a failure, of what was sent. */
  explain?: (error: Error, form: FormData) => ReactNode;
  /** As a function they show the words about a name that is taken, at its field. */
  children?: ReactNode | ((taken: string | undefined) => ReactNode);
};

/** A dialog around a form whose change may ask for the password. It closes on success. */
export function ChangeDialog<Answer>({ act, onDone, changes = [], onClosed, children, ...props }: Props<Answer>) {
  const { of, values, destructive = false, blocked = false, failure, explain } = props;
  const t = useTranslations(of);
  const words = useErrorWords(failure.words);
  const { run, input, isPending, error, stepUp } = useSecretChange(act, {
    onSuccess: (answer) => {
      onClosed();
      onDone?.(answer);
    },
    changes,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending && !blocked) run(new FormData(event.currentTarget));
  };
  const isTaken = typeof children === "function" && codeOf(error) === "DUPLICATE_RESOURCE";
  const below = isTaken ? null : error;
  return (
    <ActionDialog
      title={props.title ?? t("title", values)}
      about={props.about || t("about", values)}
      busy={isPending}
      onClosed={onClosed}
    >
      <Form onSubmit={submit} className="space-y-4">
        {typeof children === "function" ? children(isTaken ? words(error) : undefined) : children}
        <ActionFailure {...failure} error={below}>
          {below && input && explain?.(below, input)}
        </ActionFailure>
        <div className="flex flex-wrap justify-end gap-2">
          <Cancel onClick={onClosed} disabled={isPending}>
            {props.cancel}
          </Cancel>
          <Button type="submit" variant={destructive ? "destructive" : "default"} aria-disabled={isPending || blocked}>
            {isPending ? t("working") : (props.submit ?? t("submit"))}
          </Button>
        </div>
      </Form>
      {stepUp}
    </ActionDialog>
  );
}
