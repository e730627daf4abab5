import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangeDialog, useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { saveFile } from "#components/kit/save-file.ts";
import { Section } from "#components/kit/section.tsx";
import { ShownOnceDialog, TakeAlong } from "#components/kit/shown-once-dialog.tsx";
import { useDropWhenSignedOut } from "#components/kit/signed-out.ts";
import { ExactInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import type { Account, Enrolment } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { EnrolForm } from "./enrol-form.tsx";
import type { AccountChange } from "./password-section.tsx";

/** New codes are suggested at this number of remaining recovery codes or below. */
const FEW = 3;

type Props = {
  account: Account;
  /** Passkeys keep the recovery codes when the authenticator is removed. */
  hasPasskey: boolean;
  /** A passkey is the second factor of a sign-in. */
  usesPasskey: boolean;
  onDone: (change: AccountChange) => void;
};

export function FactorSection({ account, hasPasskey, usesPasskey, onDone }: Props) {
  const t = useTranslations("account.factor");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [removing, setRemoving] = useState(false);
  const begin = useSecretChange(() => api("POST /api/account/second-factor"), {
    to: () => t("confirmTo"),
    onSuccess: setEnrolment,
  });
  const { renew, showCodes, codesDialog } = useRecoveryCodes(onDone);
  const { second_factor: factor } = account;
  const busy = begin.isPending || renew.isPending;
  const error = begin.error ?? renew.error;
  return (
    <Section id="second-factor" title={t("title")}>
      <div className="space-y-4 text-sm">
        {enrolment === null && (
          <Remark mark={factor || usesPasskey ? "good" : "open"} className="max-w-prose">
            <span>
              {factor ? (
                <span>{t.rich("on", { at: () => <ExactInstant at={factor.since} /> })}</span>
              ) : (
                t(usesPasskey ? "byPasskey" : "off")
              )}
            </span>
            {factor && (
              <p className={`text-xs ${factor.recovery_codes_left <= FEW ? "text-medium" : "text-muted-foreground"}`}>
                {t("codesLeft", { count: factor.recovery_codes_left })}
              </p>
            )}
          </Remark>
        )}
        {enrolment && (
          <EnrolForm
            enrolment={enrolment}
            onConfirmed={(made) => {
              setEnrolment(null);
              showCodes({ codes: made, did: "factorOn", replaceOthers: hasPasskey });
            }}
            onCancelled={() => setEnrolment(null)}
          />
        )}
        <ActionFailure words="account.problem" error={error} />
        {!enrolment && !factor && (
          <Button aria-disabled={busy} onClick={() => begin.run(undefined)}>
            {t("begin")}
          </Button>
        )}
        {!enrolment && factor && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" aria-disabled={busy} onClick={() => renew.run(undefined)}>
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
      {codesDialog}
      {removing && (
        <ChangeDialog
          of="account.remove"
          about={hasPasskey ? t("removePasskeysStay") : account.second_factor_required && t("removeRequired")}
          destructive
          act={() => api("DELETE /api/account/second-factor")}
          onDone={() => {
            // A user without the required second factor may open only the setup page: a reload leads there.
            if (account.second_factor_required && !hasPasskey) window.location.reload();
            else onDone("factorOff");
          }}
          onClosed={() => setRemoving(false)}
          failure={{ words: "account.problem" }}
        />
      )}
    </Section>
  );
}

type ShownCodes = { codes: string[]; did: AccountChange; replaceOthers: boolean };

/** The renewal of the recovery codes, and the dialog that shows new codes; `onDone` follows when they are stored. */
export function useRecoveryCodes(onDone: (change: AccountChange) => void) {
  const t = useTranslations("account.codes");
  const [shown, setShown] = useState<ShownCodes | null>(null);
  const renew = useSecretChange(() => api("POST /api/account/recovery-codes"), {
    to: () => t("confirmTo"),
    onSuccess: ({ recovery_codes }) => setShown({ codes: recovery_codes, did: "codes", replaceOthers: true }),
  });
  const stored = () => {
    setShown(null);
    if (shown) onDone(shown.did);
  };
  return { renew, showCodes: setShown, codesDialog: shown && <CodesDialog {...shown} onStored={stored} /> };
}

/** Recovery codes, shown once: only the button 'I have stored them' closes the dialog. */
function CodesDialog({ codes, replaceOthers, onStored }: ShownCodes & { onStored: () => void }) {
  const t = useTranslations("account.codes");
  const text = `${codes.join("\n")}\n`;
  useDropWhenSignedOut(onStored);
  return (
    <ShownOnceDialog title={t("title")} about={t(replaceOthers ? "aboutReplaced" : "about")} className="w-[30rem]">
      <ol
        translate="no"
        className="grid gap-x-6 gap-y-1.5 rounded-md border border-border bg-muted px-4 py-3 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <TakeAlong
        text={text}
        words={{ copy: t("copy"), download: t("download") }}
        onDownload={() => saveFile(plainText(text), "cotejo-recovery-codes.txt")}
      />
      <div className="flex justify-end">
        <Button onClick={onStored}>{t("stored")}</Button>
      </div>
    </ShownOnceDialog>
  );
}

const plainText = (text: string) => new Blob([text], { type: "text/plain" });
