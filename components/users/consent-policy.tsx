"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog, useSecretChange } from "#components/secrets/secret-change.tsx";
import { ExactInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Failure } from "#components/ui/message.tsx";
import { Section } from "#components/verification/section.tsx";
import { requireConsent } from "#lib/browser/users.ts";
import type { Instant } from "#lib/contract/time.ts";
import { problemOf } from "./problem-of.ts";
import type { DialogProps } from "./props.ts";

type Props = Omit<DialogProps, "onClosed"> & { since: Instant | null; onRequired: () => void };

/** Whether a second administrator has to agree, and requiring it; only the host takes that back. */
export function ConsentPolicy({ since, email, onSettled, onRequired }: Props) {
  const t = useTranslations("users.consent");
  const problem = useTranslations("users.problem");
  const [asking, setAsking] = useState(false);
  const { run, isPending, error, stepUp } = useSecretChange(requireConsent, {
    email,
    onSuccess: () => {
      setAsking(false);
      onRequired();
    },
    onSettled,
  });
  return (
    <Section id="consent" title={t("title")}>
      <div className="space-y-3 text-sm">
        <p className="max-w-prose">{since ? t.rich("on", { at: () => <ExactInstant at={since} /> }) : t("off")}</p>
        {since ? (
          <p className="max-w-prose text-muted-foreground text-xs">
            {t.rich("lifting", { command: (text) => <code className="font-mono">{text}</code> })}
          </p>
        ) : (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t("require")}
          </Button>
        )}
      </div>
      {asking && (
        <ChangeDialog
          title={t("requireTitle")}
          about={t("requireAbout")}
          words={{ cancel: t("cancel"), submit: t("requireSubmit"), working: t("working") }}
          busy={isPending}
          failure={<Failure says={error && problem(problemOf(error))} />}
          stepUp={stepUp}
          onSubmit={() => run(undefined)}
          onClosed={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
