"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TypedConfirmation } from "#components/ui/typed-confirmation.tsx";
import { KeyProblem } from "./key-problem.tsx";
import type { KeyAction } from "./problem-of.ts";
import type { DialogProps } from "./props.ts";

type Props<Answer> = DialogProps & {
  title: string;
  about: ReactNode;
  /** What has to be typed. */
  name: string;
  submit: string;
  submitting: string;
  action: KeyAction;
  act: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
};

/** Deletes a key once its name has been typed: whoever uses it is locked out at that moment. */
export function TypedNameDialog<Answer>({ name, act, ...props }: Props<Answer>) {
  const t = useTranslations("keys.delete");
  const { run, isPending, error, stepUp } = useSecretChange(act, {
    email: props.email,
    onSuccess: (answer) => {
      props.onClosed();
      props.onDone(answer);
    },
    onSettled: props.onSettled,
  });
  return (
    <Dialog title={props.title} about={props.about} busy={isPending} onClosed={props.onClosed}>
      <TypedConfirmation
        text={name}
        words={{
          field: t("type", { name }),
          differs: t("differs"),
          cancel: t("cancel"),
          submit: isPending ? props.submitting : props.submit,
        }}
        busy={isPending}
        onConfirmed={() => run(undefined)}
        onCancelled={props.onClosed}
      >
        <KeyProblem error={error} action={props.action} />
      </TypedConfirmation>
      {stepUp}
    </Dialog>
  );
}
