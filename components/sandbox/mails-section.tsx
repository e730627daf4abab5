"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { EmptySection, Section } from "#components/page/section.tsx";
import { RelativeInstant } from "#components/page/time.tsx";
import { keptMailsOptions } from "#lib/browser/sandbox.ts";

/** The mails that were kept instead of sent. */
export function MailsSection() {
  const t = useTranslations("sandbox.mails");
  const { data } = useQuery(keptMailsOptions());
  if (!data) return null;
  return (
    <Section id="mails" title={t("title")} count={data.items.length}>
      {data.items.length === 0 && <EmptySection>{t("none")}</EmptySection>}
      <ul className="-my-2 max-h-80 divide-y divide-border overflow-y-auto empty:hidden">
        {data.items.map(({ mail_id, at, to, reply_to, subject, text }) => (
          <li key={mail_id} className="wrap-anywhere py-2 text-sm">
            <details className="space-y-1">
              <summary className="rounded">
                <span className="font-medium">{subject}</span>{" "}
                <span className="text-muted-foreground text-xs">
                  {t("to", { to })} · <RelativeInstant at={at} className="tabular-nums" />
                </span>
              </summary>
              {reply_to !== null && (
                <p className="text-muted-foreground text-xs">{t("replyTo", { address: reply_to })}</p>
              )}
              <p className="whitespace-pre-wrap text-xs">{text}</p>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
