"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Loaded } from "#components/kit/loaded.tsx";
import { Section } from "#components/kit/section.tsx";
import { RelativeInstant } from "#components/kit/time.tsx";
import { useShownCount } from "#components/kit/words.tsx";
import { newestAuditOptions } from "#lib/records/browser/audit.ts";
import { evidenceOptions } from "#lib/records/browser/evidence.ts";
import type { EvidenceState } from "#lib/records/contract/evidence/state.ts";

/** The records for auditors, each with its latest state. */
export function RecordsSection() {
  const t = useTranslations("overview-records");
  const evidence = useQuery(evidenceOptions());
  const audit = useQuery(newestAuditOptions());
  return (
    <Section id="records" title={t("title")}>
      <ul className="grid gap-x-10 gap-y-4 md:grid-cols-3">
        <RecordEntry href="/decisions" title={t("decisions.title")}>
          {t("decisions.body")}
        </RecordEntry>
        <RecordEntry href="/evidence" title={t("evidence.title")}>
          <Loaded query={evidence} label={t("loading")} height="h-5" failed={() => t("failed")}>
            {(state) => <Sealed {...state} />}
          </Loaded>
        </RecordEntry>
        <RecordEntry href="/audit" title={t("audit.title")}>
          <Loaded query={audit} label={t("loading")} height="h-5" failed={() => t("failed")}>
            {({ items: [newest] }) =>
              newest ? (
                <span>{t.rich("audit.newest", { at: () => <RelativeInstant at={newest.at} /> })}</span>
              ) : (
                t("audit.none")
              )
            }
          </Loaded>
        </RecordEntry>
      </ul>
    </Section>
  );
}

function RecordEntry({ href, title, children }: { href: string; title: string; children: ReactNode }) {
  return (
    <li className="min-w-0 space-y-1 text-sm">
      <Link href={href} className="font-medium text-primary underline-offset-2 hover:underline">
        {title}
      </Link>
      <div className="text-muted-foreground">{children}</div>
    </li>
  );
}

function Sealed({ head, unsealed }: Pick<EvidenceState, "head" | "unsealed">) {
  const t = useTranslations("overview-records.evidence");
  const shown = useShownCount();
  return (
    <span>
      <span>
        {head ? (
          <span>{t.rich("head", { size: head.size, at: () => <RelativeInstant at={head.at} /> })}</span>
        ) : (
          t("none")
        )}
      </span>
      {unsealed.count !== 0 && <span>{` ${t("unsealed", { count: shown(unsealed.count) })}`}</span>}
    </span>
  );
}
