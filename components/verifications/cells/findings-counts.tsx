import { Diamond, Triangle, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import { SEVERITIES, type VerificationSummary } from "#lib/contract/verifications/verification.ts";
import { Unknown } from "./unknown.tsx";

// The marks of the verification's own page, so that a sign means one thing everywhere.
const MARK = {
  high: { icon: TriangleAlert, tone: "text-high", turn: "" },
  medium: { icon: Diamond, tone: "text-medium", turn: "" },
  low: { icon: Triangle, tone: "text-low", turn: "rotate-180" },
} as const;

/** Findings by severity. None of a severity is faint; no run known is a dash, which does not mean none. */
export function FindingsCounts({ findings }: { findings: VerificationSummary["findings"] }) {
  const t = useTranslations("verification.severity");
  const counted = SEVERITIES.some((severity) => findings[severity] > 0);
  if (findings.computed_at === null && findings.source === null && !counted) return <Unknown />;
  return (
    <span className="flex items-center gap-2">
      {SEVERITIES.map((severity) => {
        const { icon: Icon, tone, turn } = MARK[severity];
        const count = findings[severity];
        return (
          <span
            key={severity}
            className={cn("inline-flex min-w-6 items-center gap-1", count > 0 ? tone : "text-muted-foreground")}
          >
            <Icon aria-hidden className={cn("size-3 shrink-0", turn)} />
            <span className={cn(count > 0 && "font-medium")}>{count}</span>
            <span className="sr-only">{t(severity)}</span>
          </span>
        );
      })}
    </span>
  );
}
