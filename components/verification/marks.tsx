import {
  AlertTriangle,
  CheckCircle2,
  CircleDashed,
  CircleDot,
  Diamond,
  HelpCircle,
  Triangle,
  XCircle,
} from "lucide-react";
import { useTranslations } from "next-intl";

const STATUS = {
  pending: { icon: CircleDashed, tone: "text-waiting" },
  pending_validation: { icon: CircleDot, tone: "text-waiting" },
  finished: { icon: CheckCircle2, tone: "text-done" },
  error: { icon: XCircle, tone: "text-failed" },
} as const;

const SEVERITY = {
  high: { icon: AlertTriangle, tone: "text-high" },
  medium: { icon: Diamond, tone: "text-medium" },
  low: { icon: Triangle, tone: "text-low" },
  other: { icon: HelpCircle, tone: "text-muted-foreground" },
} as const;

/** A status as icon and word; one that the interface does not name is shown as it came. */
export function StatusMark({ status }: { status: string | null }) {
  const t = useTranslations("verification.status");
  const known = status !== null && status in STATUS ? (status as keyof typeof STATUS) : null;
  const { icon: Icon, tone } = known ? STATUS[known] : { icon: HelpCircle, tone: "text-muted-foreground" };
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      {known ? t(known) : (status ?? t("unknown"))}
    </span>
  );
}

/** A severity as icon and word, never colour alone. */
export function SeverityMark({ severity }: { severity: keyof typeof SEVERITY }) {
  const t = useTranslations("verification.severity");
  const { icon: Icon, tone } = SEVERITY[severity];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
      <Icon aria-hidden className={`size-3.5 shrink-0 ${severity === "low" ? "rotate-180" : ""}`} />
      {t(severity)}
    </span>
  );
}
