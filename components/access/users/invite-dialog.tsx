import { Mail } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { EmailField, NameField } from "#components/access/credentials.tsx";
import { ChangeDialog, useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { CopyButton } from "#components/kit/copy.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { ShownOnceDialog } from "#components/kit/shown-once-dialog.tsx";
import { useDropWhenSignedOut } from "#components/kit/signed-out.ts";
import { MINUTE_WITH_ZONE } from "#components/kit/time.tsx";
import { ActionFailure, useOpenWords } from "#components/kit/words.tsx";
import { userKeys } from "#lib/access/browser/users.ts";
import { CONSENT_ROLES, type LinkMail, type MadeLink } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { LOCALES, type Locale } from "#lib/platform/contract/preferences.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { Button } from "@/components/ui/button";
import { OFFERED_ROLES, RoleChoice } from "./role-dialog.tsx";
import type { DialogProps } from "./user-actions.ts";

type Props = DialogProps & {
  /** Roles that need consent can only be given later, after another administrator has consented. */
  needsConsent: boolean;
  onInvited: (invited: { link: MadeLink; name: string; email: string }) => void;
};

/** Invites a user by name, address and role. The next dialog reveals the link. */
export function InviteDialog({ needsConsent, onInvited, ...props }: Props) {
  const t = useTranslations("users.invite");
  const offered = OFFERED_ROLES.filter((role) => !needsConsent || !CONSENT_ROLES.includes(role));
  const invite = (form: FormData) => {
    const text = (name: string) => String(form.get(name)).trim();
    return api("POST /api/users", { body: { name: text("name"), email: text("email"), role: text("role") as Role } });
  };
  return (
    <ChangeDialog
      {...props}
      of="users.invite"
      about={needsConsent && t("aboutConsent")}
      act={invite}
      onDone={({ name, email, invite_url: url, invite_expires_at: expires_at }) => {
        if (url && expires_at) onInvited({ link: { url, purpose: "invitation", expires_at }, name, email });
      }}
      changes={[userKeys.all]}
      failure={{ words: "users.problem" }}
    >
      {(taken) => (
        <>
          <NameField label={t("name")} autoComplete="off" />
          <EmailField label={t("email")} autoComplete="off" error={taken} />
          <RoleChoice chosen={offered.includes("compliance") ? "compliance" : "support"} offered={offered} />
        </>
      )}
    </ChangeDialog>
  );
}

type LinkDialogProps = { link: MadeLink; name: string; email: string; mails: boolean; onClosed: () => void };

/** Shows a one-time link. Only the button closes the dialog, since the link cannot be shown again. */
export function LinkDialog({ link, name, email, mails, onClosed }: LinkDialogProps) {
  const t = useTranslations("users.link");
  const format = useFormatter();
  const onwards = useRef<HTMLButtonElement>(null);
  const until = format.dateTime(new Date(link.expires_at), MINUTE_WITH_ZONE);
  useDropWhenSignedOut(onClosed);
  return (
    <ShownOnceDialog
      title={t(`title.${link.purpose}`, { name })}
      about={t(`about.${link.purpose}`, { email, until })}
      className="w-[34rem]"
      first={onwards}
    >
      <code
        translate="no"
        className="block select-all break-all rounded-md border border-border bg-muted px-3 py-2.5 font-mono text-sm"
      >
        {link.url}
      </code>
      <p className="text-muted-foreground text-xs">{t("once")}</p>
      {mails && <MailLink url={link.url} email={email} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button variant="outline" onClick={onClosed}>
          {t("done")}
        </Button>
        <CopyButton ref={onwards} variant="default" text={() => link.url} lasting>
          {t("copy")}
        </CopyButton>
      </div>
    </ShownOnceDialog>
  );
}

/** Mails a link to the account's address in a chosen language, and shows the mail server's answer. */
function MailLink({ url, email }: { url: string; email: string }) {
  const t = useTranslations("users.link.mail");
  const cause = useOpenWords("users.link.mail.cause");
  const [locale, setLocale] = useState(useLocale() as Locale);
  const [result, setResult] = useState<LinkMail | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(
    (body: { token: string; locale: Locale }) => api("POST /api/users/link-mails", { body }),
    { to: () => t("confirmTo"), onSuccess: setResult },
  );
  const isSent = result?.state === "sent";
  const send = () => {
    setResult(null);
    run({ token: url.slice(url.indexOf("#") + 1), locale });
  };
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={t("language")}
          size="sm"
          values={LOCALES}
          nameOf={(one) => t(`languages.${one}`)}
          value={locale}
          onChange={setLocale}
        />
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isPending || isSent}
          onClick={() => !isPending && !isSent && send()}
        >
          <Mail aria-hidden />
          <span>{t(isPending ? "sending" : "send")}</span>
        </Button>
      </div>
      <div role="status" className="text-sm empty:hidden">
        {result && (
          <Remark mark={isSent ? "good" : "bad"}>
            <span>{t(result.state, { email })}</span>
            {cause(result.error) !== null && <span>{` ${cause(result.error)}`}</span>}
          </Remark>
        )}
      </div>
      <ActionFailure words="users.problem" error={error} />
      {stepUp}
    </div>
  );
}
