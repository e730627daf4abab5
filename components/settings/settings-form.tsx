"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Form } from "#components/page/form.tsx";
import { ActionFailure } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { Button } from "@/components/ui/button";

type Props<Saved> = {
  /** The namespace of its messages. */
  of: "custody-settings" | "file-titles" | "need-to-know" | "originals";
  className: string;
  /** Whether there is something to save. */
  changed: boolean;
  save: () => Promise<Saved>;
  /** The query whose data the answer is. */
  queryKey: QueryKey;
  /** Further queries that the change may affect. */
  changes?: readonly QueryKey[];
  onSaved?: () => void;
  onDiscard?: () => void;
  /** Beside the fields, announced: what is in force or was saved. */
  said?: ReactNode;
  children: ReactNode;
};

/** A part of the settings as a form: it is saved whole, after the password where that is due. */
export function SettingsForm<Saved>({ of, className, changed, save, queryKey, onSaved, ...props }: Props<Saved>) {
  const t = useTranslations(of);
  const client = useQueryClient();
  const { run, isPending, error, stepUp } = useSecretChange(save, {
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      onSaved?.();
    },
    changes: props.changes,
  });
  const idle = !changed || isPending;
  return (
    <>
      <Form
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          if (!idle) run(undefined);
        }}
      >
        {props.children}
        <div className="flex flex-wrap items-center gap-2">
          {/* Not `disabled`, which would move the focus away from the pressed button. */}
          <Button type="submit" aria-disabled={idle}>
            {t(isPending ? "saving" : "save")}
          </Button>
          {props.onDiscard && changed && (
            <Button variant="ghost" onClick={props.onDiscard}>
              {t("discard")}
            </Button>
          )}
        </div>
        <p role="status" className="text-muted-foreground text-xs empty:hidden">
          {props.said}
        </p>
        <ActionFailure words={`${of}.problem`} error={error} />
      </Form>
      {stepUp}
    </>
  );
}
