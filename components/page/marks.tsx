import {
  CircleCheck,
  CircleDot,
  CircleQuestionMark,
  CircleX,
  Diamond,
  type LucideIcon,
  Triangle,
  TriangleAlert,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { CircleDashed } from "#components/ui/circle-dashed.tsx";
import type { Severity } from "#lib/contract/verifications/verification.ts";
import { useWords } from "./words.tsx";

type Look = { icon: LucideIcon; tone: string };

const UNNAMED: Look = { icon: CircleQuestionMark, tone: "text-muted-foreground" };

const STATUSES = new Map<string, Look>([
  ["pending", { icon: CircleDashed, tone: "text-waiting" }],
  ["pending_validation", { icon: CircleDot, tone: "text-waiting" }],
  ["finished", { icon: CircleCheck, tone: "text-done" }],
  ["error", { icon: CircleX, tone: "text-failed" }],
]);

const SEVERITIES: Record<Severity | "other", Look> = {
  high: { icon: TriangleAlert, tone: "text-high" },
  medium: { icon: Diamond, tone: "text-medium" },
  low: { icon: Triangle, tone: "text-low" },
  other: UNNAMED,
};

/** A status as icon and word; one that the interface does not name is shown as it came, cut where long, whole on hover. */
export function StatusMark({ status }: { status: string | null }) {
  const t = useTranslations("verification.status");
  const words = useWords("status");
  const look = STATUSES.get(status ?? "");
  const { icon: Icon, tone } = look ?? UNNAMED;
  const text = status === null ? t("unknown") : look ? (words(status) ?? status) : status;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="truncate" title={look ? undefined : text}>
        {text}
      </span>
    </span>
  );
}

/** A severity as icon and word, never colour alone. */
export function SeverityMark({ severity }: { severity: Severity | "other" }) {
  const t = useTranslations("verification.severity");
  const { icon: Icon, tone } = SEVERITIES[severity];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
      <Icon aria-hidden className={`size-3.5 shrink-0 ${severity === "low" ? "rotate-180" : ""}`} />
      {t(severity)}
    </span>
  );
}
