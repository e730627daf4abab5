import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { WebhookProblem } from "#lib/contract/webhooks/webhook-problems.ts";

type Props = { problems: readonly WebhookProblem[]; unknownEvents?: readonly string[]; brief?: boolean };

/** What is wrong with a webhook; unless it is to be brief, with what to do about it. */
export function Problems({ problems, unknownEvents = [], brief = false }: Props) {
  const t = useTranslations("webhooks.problem");
  if (problems.length === 0) return null;
  return (
    <ul className={brief ? "space-y-1" : "space-y-2.5"}>
      {problems.map((problem) => (
        <li key={problem} className="flex items-start gap-2 text-[0.8125rem]">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-medium" />
          <span className="wrap-anywhere min-w-0">
            <strong className="font-medium">
              {t(`${problem}.title`, { count: unknownEvents.length, names: unknownEvents.join(", ") })}
            </strong>
            {!brief && <span className="block text-muted-foreground">{t(`${problem}.fix`)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
