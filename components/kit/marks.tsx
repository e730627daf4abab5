import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Severity } from "#lib/core/contract/verifications/verification.ts";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Hint } from "./hint.tsx";
import { type IconName, iconClass } from "./icon.ts";
import { useWords } from "./words.tsx";

type MarkStyle = { icon: IconName; tone: string };

const UNKNOWN_VALUE: MarkStyle = { icon: "unknown", tone: "before:text-muted-foreground" };

const STATUS_STYLES = new Map<string, MarkStyle>([
  ["pending", { icon: "dashed", tone: "before:text-waiting" }],
  ["pending_validation", { icon: "dot", tone: "before:text-waiting" }],
  ["finished", { icon: "done", tone: "before:text-done" }],
  ["error", { icon: "failed", tone: "before:text-failed" }],
]);

const SEVERITY_STYLES: Record<Severity | "other", MarkStyle> = {
  high: { icon: "high", tone: "text-high" },
  medium: { icon: "medium", tone: "text-medium" },
  low: { icon: "low", tone: "text-low" },
  other: UNKNOWN_VALUE,
};

/** A status as icon and word; a value outside the interface unchanged, shortened if long, whole on hover. */
export function StatusMark({ status, className }: { status: string | null; className?: string | undefined }) {
  const t = useTranslations("verification.status");
  const words = useWords("status");
  const look = STATUS_STYLES.get(status ?? "");
  const { icon, tone } = look ?? UNKNOWN_VALUE;
  const text = status === null ? t("unknown") : look ? (words(status) ?? status) : status;
  return (
    <Hint text={look ? undefined : text}>
      <span className={cn("truncate", iconClass(icon), tone, className)}>{text}</span>
    </Hint>
  );
}

/** A severity as icon and word, never colour alone. */
export function SeverityMark({ severity }: { severity: Severity | "other" }) {
  const t = useTranslations("verification.severity");
  const { icon, tone } = SEVERITY_STYLES[severity];
  return <span className={`whitespace-nowrap font-medium ${iconClass(icon)} ${tone}`}>{t(severity)}</span>;
}

type RowMarkProps = { className?: string; children: ReactNode };

/** The number of documents that need attention, in rows. */
export const FailedMark = ({ className, children }: RowMarkProps) => (
  <span className={cn(iconClass("x"), "font-medium text-failed", className)}>{children}</span>
);

/** A file that may lack events, in rows. */
export const IncompleteMark = ({ className, children }: RowMarkProps) => (
  <span className={cn(iconClass("incomplete"), "before:text-medium", className)}>{children}</span>
);

/** A property beside an outcome or a statement. */
export const SmallMark = ({ children }: { children: ReactNode }) => (
  <Badge variant="outline" className="py-0 font-normal text-muted-foreground">
    {children}
  </Badge>
);
