"use client";

import { useTranslations } from "next-intl";
import { SeverityMark } from "#components/verification/marks.tsx";
import { EmptySection } from "#components/verification/section.tsx";
import { groupFindings } from "#components/verification/view/group-findings.ts";
import { keyed } from "#components/verification/view/keyed.ts";
import type { Finding } from "#lib/contract/verifications/verification.ts";

/** Findings by severity, gravest first; `level` is the heading of a severity. */
export function FindingsList({ items, level: Heading }: { items: Finding[]; level: "h3" | "h4" }) {
  const t = useTranslations("verification.findings");
  if (items.length === 0) return <EmptySection>{t("empty")}</EmptySection>;
  return (
    <div className="space-y-4">
      {groupFindings(items).map((group) => (
        <div key={group.severity}>
          <Heading className="flex items-center gap-2 text-sm">
            <SeverityMark severity={group.severity} />
            <span className="text-muted-foreground tabular-nums">{group.items.length}</span>
          </Heading>
          <ul className="mt-1.5 space-y-2 border-border border-l-2 pl-3">
            {keyed(group.items, (finding) => [finding.message, finding.missing_field]).map(({ key, item: finding }) => (
              <li key={key} className="text-sm">
                {/* The service writes messages in Spanish, whatever the reader's language (interface, Finding). */}
                <p lang="es" className="wrap-anywhere whitespace-pre-line leading-snug">
                  {finding.message}
                </p>
                {finding.missing_field && (
                  <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
                    {t("missing")} <span lang="es">{finding.missing_field}</span>
                  </p>
                )}
                {group.severity === "other" && (
                  <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
                    {t("severityAs", { severity: finding.severity })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
