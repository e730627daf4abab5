"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Dialog } from "./dialog.tsx";
import { KeyProblem } from "./key-problem.tsx";
import type { KeyAction } from "./problem-of.ts";

type Props<Answer> = {
  title: string;
  about: ReactNode;
  /** What has to be typed. */
  name: string;
  submit: string;
  submitting: string;
  action: KeyAction;
  act: () => Promise<Answer>;
  email: string;
  onDone: (answer: Answer) => void;
  onSettled: () => void;
  onClosed: () => void;
};

/** Deletes a key once its name has been typed: whoever uses it is locked out at that moment. */
export function TypedNameDialog<Answer>({ name, act, ...props }: Props<Answer>) {
  const t = useTranslations("keys.delete");
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const { run, isPending, error, stepUp } = useSecretChange(act, {
    email: props.email,
    onSuccess: (answer) => {
      props.onClosed();
      props.onDone(answer);
    },
    onSettled: props.onSettled,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== name.trim()) setRefused(true);
    else if (!isPending) run(undefined);
  };
  return (
    <Dialog title={props.title} about={props.about} busy={isPending} onClosed={props.onClosed}>
      <form method="post" onSubmit={submit} className="space-y-4">
        <Field
          label={t("type", { name })}
          error={refused ? t("differs") : undefined}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setRefused(false);
          }}
          autoComplete="off"
          spellCheck={false}
        />
        <KeyProblem error={error} action={props.action} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={props.onClosed} disabled={isPending}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant="destructive" aria-disabled={isPending}>
            {isPending ? props.submitting : props.submit}
          </Button>
        </div>
      </form>
      {stepUp}
    </Dialog>
  );
}
