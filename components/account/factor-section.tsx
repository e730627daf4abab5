"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSecretChange } from "#components/secrets/use-secret-change.tsx";
import { ExactInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Failure } from "#components/ui/failure.tsx";
import { Section } from "#components/verification/section.tsx";
import { beginEnrolment, renewRecoveryCodes } from "#lib/browser/users.ts";
import type { Account, Enrolment } from "#lib/contract/access/user.ts";
import type { Did } from "./account-view.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { EnrolForm } from "./enrol-form.tsx";
import { problemOf } from "./problem-of.ts";
import { RemoveDialog } from "./remove-dialog.tsx";

/** So few recovery codes that it is time for new ones. */
const FEW = 3;

type Props = { account: Account; email: string; onDone: (did: Did) => void };

/** The second factor: whether there is one, setting one up, its recovery codes, and taking it away. */
export function FactorSection({ account, email, onDone }: Props) {
  const t = useTranslations("account.factor");
  const problem = useTranslations("account.problem");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<{ codes: string[]; did: Did } | null>(null);
  const [removing, setRemoving] = useState(false);
  const begin = useSecretChange(beginEnrolment, { email, onSuccess: setEnrolment });
  const renew = useSecretChange(renewRecoveryCodes, {
    email,
    onSuccess: ({ recovery_codes }) => setCodes({ codes: recovery_codes, did: "codes" }),
  });
  const { second_factor: factor } = account;
  const busy = begin.isPending || renew.isPending;
  const error = begin.error ?? renew.error;
  return (
    <Section id="second-factor" title={t("title")}>
      <div className="space-y-4 text-sm">
        {enrolment === null && (
          <p className="flex items-start gap-2">
            {factor ? (
              <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
            ) : (
              <ShieldOff aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            )}
            <span className="max-w-prose">
              {factor ? t.rich("on", { at: () => <ExactInstant at={factor.since} /> }) : t("off")}
              {factor && (
                <span
                  className={`block text-xs ${factor.recovery_codes_left <= FEW ? "text-medium" : "text-muted-foreground"}`}
                >
                  {t("codesLeft", { count: factor.recovery_codes_left })}
                </span>
              )}
            </span>
          </p>
        )}
        {enrolment && (
          <EnrolForm
            enrolment={enrolment}
            email={email}
            onConfirmed={(made) => {
              setEnrolment(null);
              setCodes({ codes: made, did: "factorOn" });
            }}
            onCancelled={() => setEnrolment(null)}
          />
        )}
        <Failure says={error && problem(problemOf(error))} />
        {!enrolment && !factor && (
          <Button aria-disabled={busy} onClick={() => !busy && begin.run(undefined)}>
            {t("begin")}
          </Button>
        )}
        {!enrolment && factor && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" aria-disabled={busy} onClick={() => !busy && renew.run(undefined)}>
              {t("renew")}
            </Button>
            <Button variant="destructive" aria-haspopup="dialog" onClick={() => setRemoving(true)}>
              {t("remove")}
            </Button>
          </div>
        )}
      </div>
      {begin.stepUp}
      {renew.stepUp}
      {codes && (
        <CodesDialog
          codes={codes.codes}
          onStored={() => {
            setCodes(null);
            onDone(codes.did);
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          email={email}
          required={account.second_factor_required}
          onClosed={() => setRemoving(false)}
          onRemoved={() => {
            setRemoving(false);
            // Who has to have one can do nothing else now: the page says so.
            if (account.second_factor_required) window.location.reload();
            else onDone("factorOff");
          }}
        />
      )}
    </Section>
  );
}
