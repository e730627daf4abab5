"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Loaded } from "#components/kit/loaded.tsx";
import { Section } from "#components/kit/section.tsx";
import { ActionFailure, useErrorWords } from "#components/kit/words.tsx";
import { accountKeys } from "#lib/access/browser/users.ts";
import { MAIL_CHOICES, type MailChoice, type NoticeMail } from "#lib/outbound/contract/notices/mail-choice.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

const noticeMailOptions = queryOf([...accountKeys.all, "notice-mail"], "GET /api/account/notice-mail", {
  staleTime: 0,
});

/** The kinds of notices that the user gets by mail. A change is saved at once, with the language of the page. */
export function NoticeMailSection() {
  const t = useTranslations("notice-mail");
  const problem = useErrorWords("account.problem");
  const query = useQuery(noticeMailOptions);
  return (
    <Section id="notice-mail" title={t("title")}>
      <Loaded query={query} label={t("loading")} height="h-32" failed={problem}>
        {(known) => <Choices known={known} />}
      </Loaded>
    </Section>
  );
}

function Choices({ known }: { known: NoticeMail }) {
  const t = useTranslations("notice-mail");
  const client = useQueryClient();
  const locale = useLocale() as Locale;
  const save = useMutation({
    mutationFn: (choice: MailChoice) => api("PUT /api/account/notice-mail", { body: { choice, locale } }),
    onSuccess: (saved) => client.setQueryData(noticeMailOptions.queryKey, saved),
  });
  return (
    <div className="space-y-3 text-sm">
      <p className="max-w-prose text-muted-foreground">{t(known.configured ? "lede" : "off")}</p>
      <RadioGroup
        aria-label={t("title")}
        value={save.isPending ? save.variables : known.choice}
        onValueChange={(chosen) => {
          const choice = MAIL_CHOICES.find((one) => one === chosen);
          if (choice) save.mutate(choice);
        }}
        className="gap-2"
      >
        {MAIL_CHOICES.map((choice) => (
          <Label key={choice} className="gap-2.5 font-normal">
            <RadioGroupItem value={choice} />
            <span>{t(`choice.${choice}`)}</span>
          </Label>
        ))}
      </RadioGroup>
      <p className="text-muted-foreground text-xs">{t(`language.${known.locale}`)}</p>
      <p role="status" className="text-muted-foreground text-xs empty:hidden">
        {save.isSuccess && t("saved")}
      </p>
      <ActionFailure words="account.problem" error={save.error} />
    </div>
  );
}
