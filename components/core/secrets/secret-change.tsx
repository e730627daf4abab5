import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, type FormEvent, type ReactNode, use, useState } from "react";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { Form } from "#components/kit/form.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { ActionFailure, codeOf, type FailureWords, useErrorWords } from "#components/kit/words.tsx";
import { ApiError } from "#lib/platform/browser/api.ts";
import type { NamespaceWith } from "#messages/types.ts";
import { Button } from "@/components/ui/button";
import { StepUpContext } from "./step-up-context.ts";

const isStepUp = (error: unknown): boolean => error instanceof ApiError && error.code === "STEP_UP_REQUIRED";

type Options<Input, Answer> = {
  /** The action in the infinitive, for the question 'Confirm your identity to …'. */
  to: (input: Input) => string;
  onSuccess?: (answer: Answer) => void;
  /** Queries to refetch after the change. */
  changes?: readonly QueryKey[];
};

/**
 * A change of a secret, or of a setting for all users. If the password was last confirmed more than ten minutes ago, it
 * asks for the password, naming the change, and then repeats it. Render `stepUp` outside of any form.
 */
export function useSecretChange<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  { to, onSuccess, changes = [] }: Options<Input, Answer>,
) {
  const client = useQueryClient();
  const StepUpDialog = use(StepUpContext);
  const [confirming, setConfirming] = useState(false);
  const change = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      onSuccess?.(answer);
      // The answer may contain a once-only value, which must not stay in a cache.
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
    /** Clears the error of the last attempt. */
    reset: change.reset,
    stepUp: confirming && (
      <StepUpDialog
        to={to(change.variables as Input)}
        onConfirmed={() => change.mutate(change.variables as Input)}
        onClosed={() => setConfirming(false)}
      />
    ),
  };
}

type Props<Answer> = {
  /**
   * The namespace of the messages `title`, `about`, `submit`, `working` and `confirmTo` (for a step-up), unless these are
   * given; `values` fills them in.
   */
  of: NamespaceWith<"working">;
  values?: Record<string, string>;
  title?: string;
  about?: ReactNode;
  submit?: string;
  confirmTo?: string;
  /** By default, 'Cancel'. */
  cancel?: string;
  destructive?: boolean;
  /** The form cannot be sent before the user has made a choice. */
  blocked?: boolean;
  act: (form: FormData) => Promise<Answer>;
  /** Called after the dialog was closed. */
  onDone?: (answer: Answer) => void;
  changes?: readonly QueryKey[];
  onClosed: () => void;
  failure: FailureWords;
  /** Details about a failure, depending on the sent form. */
  explain?: (error: Error, form: FormData) => ReactNode;
  /** A function receives the message about a name that is already taken, to show it at the field of the name. */
  children?: ReactNode | ((taken: string | undefined) => ReactNode);
};

/** A dialog around a form whose change may ask for the password. It closes on success. */
export function ChangeDialog<Answer>({ act, onDone, changes = [], onClosed, children, ...props }: Props<Answer>) {
  const { of, values, destructive = false, blocked = false, failure, explain } = props;
  const t = useTranslations(of as "report.sign");
  const words = useErrorWords(failure.words);
  const { run, input, isPending, error, stepUp } = useSecretChange(act, {
    to: () => props.confirmTo ?? t("confirmTo", values),
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
  const fields = typeof children === "function" ? children(isTaken ? words(error) : undefined) : children;
  const below = isTaken ? null : error;
  return (
    <ActionDialog
      title={props.title ?? t("title", values)}
      about={props.about || t("about", values)}
      busy={isPending}
      onClosed={onClosed}
    >
      <Form onSubmit={submit} className="space-y-4">
        {fields}
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

/** The field for the name of a new key, token or channel: not only white space. */
export const NewNameField = (props: ComponentProps<typeof TextField> & { maxLength: number }) => (
  <TextField name="name" required pattern=".*\S.*" autoComplete="off" {...props} />
);
