import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Severity } from "#lib/contract/verifications/verification.ts";
import { Badge } from "@/components/ui/badge";
import { Hint } from "./hint.tsx";
import { type IconName, iconClass } from "./icon.ts";
import { useWords } from "./words.tsx";

type Look = { icon: IconName; tone: string };

const UNNAMED: Look = { icon: "unknown", tone: "before:text-muted-foreground" };

const STATUSES = new Map<string, Look>([
  ["pending", { icon: "dashed", tone: "before:text-waiting" }],
  ["pending_validation", { icon: "dot", tone: "before:text-waiting" }],
  ["finished", { icon: "done", tone: "before:text-done" }],
  ["error", { icon: "failed", tone: "before:text-failed" }],
]);

const SEVERITIES: Record<Severity | "other", Look> = {
  high: { icon: "high", tone: "text-high" },
  medium: { icon: "medium", tone: "text-medium" },
  low: { icon: "low", tone: "text-low" },
  other: UNNAMED,
};

/** A status as icon and word; a value outside the interface unchanged, shortened if long, whole on hover. */
export function StatusMark({ status }: { status: string | null }) {
  const t = useTranslations("verification.status");
  const words = useWords("status");
  const look = STATUSES.get(status ?? "");
  const { icon, tone } = look ?? UNNAMED;
  const text = status === null ? t("unknown") : look ? (words(status) ?? status) : status;
  return (
    <Hint text={look ? undefined : text}>
      <span className={`truncate ${iconClass(icon)} ${tone}`}>{text}</span>
    </Hint>
  );
}

/** A severity as icon and word, never colour alone. */
export function SeverityMark({ severity }: { severity: Severity | "other" }) {
  const t = useTranslations("verification.severity");
  const { icon, tone } = SEVERITIES[severity];
  return <span className={`whitespace-nowrap font-medium ${iconClass(icon)} ${tone}`}>{t(severity)}</span>;
}

/** A property beside an outcome or a statement. */
export const SmallMark = ({ children }: { children: ReactNode }) => (
  <Badge variant="outline" className="py-0 font-normal text-muted-foreground">
    {children}
  </Badge>
);
