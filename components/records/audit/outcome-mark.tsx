import { Ban, CircleCheck, CircleQuestionMark, CircleX, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Hint } from "#components/kit/hint.tsx";
import { useOpenWords } from "#components/kit/words.tsx";
import type { ShownOutcome } from "#lib/platform/contract/audit/audit.ts";

const OUTCOME_ICONS: Record<ShownOutcome, { icon: LucideIcon; tone: string }> = {
  done: { icon: CircleCheck, tone: "text-done" },
  failed: { icon: CircleX, tone: "text-failed" },
  refused: { icon: Ban, tone: "text-medium" },
  unknown: { icon: CircleQuestionMark, tone: "text-waiting" },
};

type Props = {
  outcome: ShownOutcome;
  /** Error code of a failed or refused command. */
  code?: string | null;
};

/** The outcome as icon and word, with the cause of a failure. */
export function OutcomeMark({ outcome, code = null }: Props) {
  const t = useTranslations("audit");
  const { icon: Icon, tone } = OUTCOME_ICONS[outcome];
  const why = useOpenWords("audit.why")(code) ?? code;
  return (
    <Hint text={outcome === "unknown" ? t("unknownHint") : undefined}>
      <span className="inline-flex items-start gap-1.5 text-muted-foreground text-xs leading-5">
        <Icon aria-hidden className={`mt-[0.1875rem] size-3.5 shrink-0 ${tone}`} />
        <span className="wrap-anywhere min-w-0">
          <span>{t(`outcome.${outcome}`)}</span>
          {why !== null && <span>{`: ${why}`}</span>}
        </span>
      </span>
    </Hint>
  );
}
