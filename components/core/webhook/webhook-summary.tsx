import { Ban, MonitorCog, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Remark } from "#components/kit/remark.tsx";
import { CATALOGUE_NAMES, hasAllEvents } from "#lib/core/contract/events/event-catalogue.ts";
import type { WebhookProblem } from "#lib/core/contract/webhooks/webhook-problems.ts";
import type { ListedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import { Badge } from "@/components/ui/badge";

export function Marks({ webhook: { enabled, own, replacement } }: { webhook: ListedWebhook }) {
  const t = useTranslations("webhooks.mark");
  return (
    <>
      {own && (
        <Badge variant="secondary" className="bg-accent">
          <MonitorCog aria-hidden />
          {t("own")}
        </Badge>
      )}
      {replacement && (
        <Badge variant="secondary">
          <RefreshCw aria-hidden />
          <span>{t(`replacing.${replacement.part}`)}</span>
        </Badge>
      )}
      <State enabled={enabled} />
    </>
  );
}

function State({ enabled }: { enabled: boolean | null }) {
  const t = useTranslations("webhooks.mark");
  if (enabled === false) {
    return (
      <Badge variant="destructive">
        <Ban aria-hidden />
        {t("disabled")}
      </Badge>
    );
  }
  return (
    <Remark mark={enabled ? "good" : "unknown"} className="gap-1 whitespace-nowrap py-0.5 text-xs">
      {t(enabled ? "enabled" : "stateUnknown")}
    </Remark>
  );
}

type ProblemsProps = { problems: readonly WebhookProblem[]; unknownEvents?: readonly string[]; brief?: boolean };

/** The problems of a webhook, each with its next step unless `brief`. */
export function Problems({ problems, unknownEvents = [], brief = false }: ProblemsProps) {
  const t = useTranslations("webhooks.problem");
  if (problems.length === 0) return null;
  return (
    <ul className={brief ? "space-y-1" : "space-y-2.5"}>
      {problems.map((problem) => (
        <li key={problem} className="text-[0.8125rem]">
          <Remark mark="warning">
            <strong className="font-medium">
              {t(`${problem}.title`, { count: unknownEvents.length, names: unknownEvents.join(", ") })}
            </strong>
            {!brief && <p className="text-muted-foreground">{t(`${problem}.fix`)}</p>}
          </Remark>
        </li>
      ))}
    </ul>
  );
}

export function useEventsSummary(): (events: readonly string[]) => string {
  const t = useTranslations("webhooks.events");
  return (events) => {
    const known = events.filter((name) => CATALOGUE_NAMES.includes(name)).length;
    if (hasAllEvents(events)) return t("all", { count: CATALOGUE_NAMES.length });
    return t("some", { count: known, total: CATALOGUE_NAMES.length });
  };
}
