import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEventWords } from "#components/deliveries/event-words.ts";
import { Fact } from "#components/page/fact.tsx";
import { diffEvents, type WebhookChange, type WebhookFields } from "#lib/contract/webhooks/webhooks.ts";
import { Card } from "@/components/ui/card";

type Props = { before: WebhookFields; change: WebhookChange };

const PLACE = "space-y-1 px-3 py-2.5";

/** The changed fields, each with its old and its new value. */
export function ChangeList({ before, change }: Props) {
  const t = useTranslations("webhooks.change");
  const words = useEventWords();
  const events = change.events && diffEvents(before.events, change.events);
  return (
    <Card className="rounded-md p-0">
      <dl className="divide-y divide-border text-sm">
        {(["url", "description"] as const).map(
          (field) =>
            change[field] !== undefined && (
              <Fact key={field} className={PLACE} name={t(field)}>
                <Line said="was" text={before[field]} />
                <Line said="now" text={change[field]} />
              </Fact>
            ),
        )}
        {events && (
          <Fact className={PLACE} name={t("events")}>
            <ul className="space-y-1">
              {(["added", "removed"] as const).flatMap((said) =>
                events[said].map((name) => (
                  <li key={name}>
                    <Line said={said} text={words(name) ?? name} code={name} />
                  </li>
                )),
              )}
            </ul>
            <p className="mt-1.5 text-muted-foreground text-xs">{t("kept", { count: events.kept.length })}</p>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

type LineProps = { said: "was" | "now" | "added" | "removed"; text: string; code?: string };

/** Removed text struck out, added text plain. */
function Line({ said, text, code }: LineProps) {
  const t = useTranslations("webhooks.change");
  const isGone = said === "was" || said === "removed";
  const [Icon, tone] = isGone ? [Minus, "text-failed"] : [Plus, "text-done"];
  const shown = isGone ? <s className="decoration-muted-foreground">{text}</s> : text;
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`h-lh w-3.5 shrink-0 ${tone}`} />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">{t(said)}: </span>
        {text === "" ? <em className="text-muted-foreground">{t("empty")}</em> : shown}{" "}
        {code && <code className="font-mono text-muted-foreground text-xs">{code}</code>}
      </span>
    </p>
  );
}
