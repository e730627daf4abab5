import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEventWords } from "#components/deliveries/event-words.ts";
import { Fact } from "#components/page/fact.tsx";
import { diffEvents, type WebhookChange, type WebhookFields } from "#lib/contract/webhooks/webhooks.ts";
import { Card } from "@/components/ui/card";

type Props = { before: WebhookFields; change: WebhookChange };

/** The changed fields, each with its old and its new value. */
export function ChangeList({ before, change }: Props) {
  const t = useTranslations("webhooks.change");
  const words = useEventWords();
  const events = change.events && diffEvents(before.events, change.events);
  return (
    <Card className="rounded-md p-0">
      <dl className="divide-y divide-border text-sm">
        {change.url !== undefined && (
          <Fact className="px-3 py-2.5" name={t("url")}>
            <Values was={before.url} now={change.url} mono />
          </Fact>
        )}
        {change.description !== undefined && (
          <Fact className="px-3 py-2.5" name={t("description")}>
            <Values was={before.description} now={change.description} />
          </Fact>
        )}
        {events && (
          <Fact className="px-3 py-2.5" name={t("events")}>
            <ul className="space-y-1">
              {events.added.map((name) => (
                <li key={name} className="flex items-start gap-2">
                  <Plus aria-hidden className="mt-0.5 size-3.5 shrink-0 text-done" />
                  <span className="min-w-0">
                    <span className="sr-only">{t("added")}: </span>
                    {words(name)} <code className="wrap-anywhere font-mono text-muted-foreground text-xs">{name}</code>
                  </span>
                </li>
              ))}
              {events.removed.map((name) => (
                <li key={name} className="flex items-start gap-2">
                  <Minus aria-hidden className="mt-0.5 size-3.5 shrink-0 text-failed" />
                  <span className="min-w-0">
                    <span className="sr-only">{t("removed")}: </span>
                    <s className="decoration-muted-foreground">{words(name) ?? name}</s>{" "}
                    <code className="wrap-anywhere font-mono text-muted-foreground text-xs">{name}</code>
                  </span>
                </li>
              ))}
            </ul>
            <p className="mt-1.5 text-muted-foreground text-xs">{t("kept", { count: events.kept.length })}</p>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Values({ was, now, mono = false }: { was: string; now: string; mono?: boolean }) {
  const t = useTranslations("webhooks.change");
  const look = `wrap-anywhere min-w-0 ${mono ? "font-mono text-xs" : ""}`;
  return (
    <div className="space-y-1">
      <p className="flex items-start gap-2">
        <Minus aria-hidden className="mt-0.5 size-3.5 shrink-0 text-failed" />
        <span className={look}>
          <span className="sr-only">{t("was")}: </span>
          {was === "" ? (
            <em className="text-muted-foreground">{t("empty")}</em>
          ) : (
            <s className="decoration-muted-foreground">{was}</s>
          )}
        </span>
      </p>
      <p className="flex items-start gap-2">
        <Plus aria-hidden className="mt-0.5 size-3.5 shrink-0 text-done" />
        <span className={look}>
          <span className="sr-only">{t("now")}: </span>
          {now === "" ? <em className="text-muted-foreground">{t("empty")}</em> : now}
        </span>
      </p>
    </div>
  );
}
