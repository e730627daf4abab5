import { CircleCheck, Inbox, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { usePointName } from "#components/desk/review/point-name.ts";
import { useFollowUpDay } from "#components/desk/review/review-marks.tsx";
import { CircleDashed } from "#components/kit/circle-dashed.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import type { Person } from "#lib/core/contract/people/person.ts";
import type { PointAnswer, RequestWait } from "#lib/core/contract/verifications/review.ts";
import { pointKey } from "#lib/desk/contract/review/request.ts";
import { Card } from "@/components/ui/card";

const ANSWERS: Record<PointAnswer, { icon: LucideIcon; tone: string }> = {
  resolved: { icon: CircleCheck, tone: "text-done" },
  arrived: { icon: Inbox, tone: "text-medium" },
  nothing: { icon: CircleDashed, tone: "text-waiting" },
};

type Props = { wait: RequestWait; people?: Person[] | undefined };

/** The request to the customer, with the current answer to each point; empty without a request. */
export function RequestAnswers({ wait: { since, follow_up_on, request }, people = [] }: Props) {
  const t = useTranslations("review-file.request");
  const nameOf = usePointName(people);
  const dayOf = useFollowUpDay();
  const titleId = useId();
  if (request.length === 0) return null;
  const resolved = request.filter(({ answer }) => answer === "resolved").length;
  return (
    <section aria-labelledby={titleId} className="print:hidden">
      <Card className="gap-1.5 px-4 py-2.5 text-sm">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <h2 id={titleId} className="font-medium">
            {t.rich("title", { at: () => <ExactInstant at={since} /> })}
          </h2>
          <p className="text-muted-foreground text-xs tabular-nums">
            {`${t("progress", { resolved, count: request.length })} · ${t("followUp", { day: dayOf(follow_up_on) })}`}
          </p>
        </header>
        <ul className="max-h-72 space-y-1 overflow-y-auto">
          {request.map(({ point, answer }) => {
            const { icon: Icon, tone } = ANSWERS[answer];
            return (
              <li key={pointKey(point)} className="flex gap-2">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
                <span className="wrap-anywhere flex min-w-0 flex-wrap items-baseline gap-x-2">
                  {nameOf(point)} <span className="text-muted-foreground text-xs">{t(`answer.${answer}`)}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
