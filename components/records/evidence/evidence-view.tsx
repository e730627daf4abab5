"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { Message } from "#components/kit/message.tsx";
import { PageHeader } from "#components/kit/page-header.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { evidenceOptions } from "#lib/records/browser/evidence.ts";
import { CheckSection } from "./check-section.tsx";
import { DownloadHead, HeadSection } from "./head-section.tsx";
import { HeadsSection } from "./heads-section.tsx";
import { PackagesSection } from "./packages-section.tsx";
import { PrintedHead } from "./printed-head.tsx";
import { TimestampsSection } from "./timestamps-section.tsx";

/** The log of evidence: its newest head, the sent heads, and how to check them. Only the head is printed. */
export function EvidenceView() {
  const t = useTranslations("evidence");
  const problem = useErrorWords("evidence.problem");
  const query = useQuery(evidenceOptions());
  const seesSystem = useCurrentUser().may("settings.read");
  return (
    <div className="max-w-4xl">
      <div className="space-y-5 print:hidden">
        <PageHeader title={t("title")} lede={t("lede")}>
          {query.data?.head && <DownloadHead head={query.data.head} />}
        </PageHeader>
        <Loaded query={query} label={t("loading")} height="h-64" failed={problem}>
          {(state) => (
            <>
              {state.head ? (
                <HeadSection head={state.head} unsealed={state.unsealed} query={query} />
              ) : (
                <Message level="h2" icon={<ShieldCheck aria-hidden />} title={t("none.title")}>
                  <p>{t("none.body")}</p>
                  {seesSystem && <TextLink href="/settings/system">{t("none.link")}</TextLink>}
                </Message>
              )}
              <HeadsSection state={state} />
            </>
          )}
        </Loaded>
        <TimestampsSection />
        <PackagesSection />
        <CheckSection />
      </div>
      {query.data?.head && <PrintedHead head={query.data.head} state={query.data} />}
    </div>
  );
}
