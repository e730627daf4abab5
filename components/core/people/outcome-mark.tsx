import { CircleCheck, CircleQuestionMark, CircleX, Clock, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { CircleDashed } from "#components/kit/circle-dashed.tsx";
import { Code } from "#components/kit/code.tsx";
import { Hint } from "#components/kit/hint.tsx";
import type { LookupResult } from "#lib/core/contract/people/person.ts";
import { cn } from "@/components/ui/cn";

const FAILED = { icon: CircleX, tone: "text-failed" };
/** The lookup may succeed later, without any action about the person. */
const RETRYABLE = { icon: Clock, tone: "text-medium" };

const ICONS: Record<LookupResult, { icon: LucideIcon; tone: string }> = {
  found: { icon: CircleCheck, tone: "text-done" },
  failed: FAILED,
  curp_format_error: FAILED,
  curp_scrapper_error: RETRYABLE,
  curp_service_unavailable: RETRYABLE,
  other_error: FAILED,
  no_result: { icon: CircleQuestionMark, tone: "text-muted-foreground" },
  none: { icon: CircleDashed, tone: "text-waiting" },
  ended: { icon: CircleCheck, tone: "text-muted-foreground" },
};

export function OutcomeIcon({ outcome, className }: { outcome: LookupResult; className?: string }) {
  const { icon: Icon, tone } = ICONS[outcome];
  return <Icon aria-hidden className={cn("size-4 shrink-0", tone, className)} />;
}

/** The state of a CURP lookup, as icon and words; for an error outside the interface, its code. */
export function PeopleOutcomeMark({ outcome, code = null }: { outcome: LookupResult; code?: string | null }) {
  const t = useTranslations("people.outcomes");
  const own = outcome === "other_error" && code !== null;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <OutcomeIcon outcome={outcome} />
      <Hint text={own ? code : undefined}>
        <span className="truncate">
          <span>{t(outcome)}</span>
          {own && (
            <span>
              : <Code>{code}</Code>
            </span>
          )}
        </span>
      </Hint>
    </span>
  );
}
