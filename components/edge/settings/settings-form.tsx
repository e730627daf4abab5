import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Form } from "#components/kit/form.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { Button } from "@/components/ui/button";

type Props<Saved> = {
  /** The namespace of the messages. */
  of: "alerts" | "custody-settings" | "file-titles" | "need-to-know" | "originals";
  className: string;
  changed: boolean;
  save: () => Promise<Saved>;
  /** The query whose cached data the answer replaces. */
  queryKey: QueryKey;
  /** Further queries to refetch. */
  changes?: readonly QueryKey[];
  onSaved?: () => void;
  onDiscard?: () => void;
  /** Text beside the fields, announced by screen readers: the current setting, or that it was saved. */
  said?: ReactNode;
  children: ReactNode;
};

/** A part of the settings as a form. It is saved as a whole; the user confirms the password first if that is due. */
export function SettingsForm<Saved>({ of, className, changed, save, queryKey, onSaved, ...props }: Props<Saved>) {
  const t = useTranslations(of);
  const common = useTranslations("settings");
  const client = useQueryClient();
  const { run, isPending, error, stepUp } = useSecretChange(save, {
    to: () => t("confirmTo"),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      onSaved?.();
    },
    changes: props.changes,
  });
  const idle = !changed || isPending;
  return (
    <>
      <Form className={className} onSend={() => idle || run(undefined)}>
        {props.children}
        <div className="flex flex-wrap items-center gap-2">
          {/* Not `disabled`: that would remove the focus from the pressed button. */}
          <Button type="submit" aria-disabled={idle}>
            {isPending ? common("saving") : t("save")}
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
