"use client";

import { Mail } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Remark } from "#components/page/remark.tsx";
import { SelectField } from "#components/page/select-field.tsx";
import { ActionFailure, isKey } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { mailLink } from "#lib/browser/users.ts";
import type { LinkMail } from "#lib/contract/access/user.ts";
import { LOCALES, type Locale } from "#lib/contract/preferences.ts";
import { Button } from "@/components/ui/button";

type Props = { url: string; email: string };

/** Mails a link to the account's address in a chosen language, and shows the mail server's answer. */
export function MailLink({ url, email }: Props) {
  const t = useTranslations("users.link.mail");
  const [locale, setLocale] = useState(useLocale() as Locale);
  const [result, setResult] = useState<LinkMail | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(mailLink, { onSuccess: setResult });
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
          {t(isPending ? "sending" : "send")}
        </Button>
      </div>
      <div role="status" className="text-sm empty:hidden">
        {result && (
          <Remark mark={isSent ? "good" : "bad"}>
            {t(result.state, { email })}
            {result.error !== null &&
              isKey(result.error) &&
              t.has(`cause.${result.error}`) &&
              ` ${t(`cause.${result.error}`)}`}
          </Remark>
        )}
      </div>
      <ActionFailure words="users.problem" error={error} />
      {stepUp}
    </div>
  );
}
