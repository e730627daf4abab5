import { useTranslations } from "next-intl";
import { type IconName, SpriteIcon } from "#components/ui/icon-sprite.tsx";
import type { Severity } from "#lib/contract/verifications/verification.ts";
import { useWords } from "./words.tsx";

type Look = { icon: IconName; tone: string };

const UNNAMED: Look = { icon: "unknown", tone: "text-muted-foreground" };

const STATUSES = new Map<string, Look>([
  ["pending", { icon: "dashed", tone: "text-waiting" }],
  ["pending_validation", { icon: "dot", tone: "text-waiting" }],
  ["finished", { icon: "done", tone: "text-done" }],
  ["error", { icon: "failed", tone: "text-failed" }],
]);

const SEVERITIES: Record<Severity | "other", Look> = {
  high: { icon: "high", tone: "text-high" },
  medium: { icon: "medium", tone: "text-medium" },
  low: { icon: "low", tone: "text-low" },
  other: UNNAMED,
};

/** A status as icon and word; one that the interface does not name is shown as it came, cut where long, whole on hover. */
export function StatusMark({ status }: { status: string | null }) {
  const t = useTranslations("verification.status");
  const words = useWords("status");
  const look = STATUSES.get(status ?? "");
  const { icon, tone } = look ?? UNNAMED;
  const text = status === null ? t("unknown") : look ? (words(status) ?? status) : status;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <SpriteIcon name={icon} className={`size-4 shrink-0 ${tone}`} />
      <span className="truncate" title={look ? undefined : text}>
        {text}
      </span>
    </span>
  );
}

/** A severity as icon and word, never colour alone. */
export function SeverityMark({ severity }: { severity: Severity | "other" }) {
  const t = useTranslations("verification.severity");
  const { icon, tone } = SEVERITIES[severity];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
      <SpriteIcon name={icon} className="size-3.5 shrink-0" />
      {t(severity)}
    </span>
  );
}
