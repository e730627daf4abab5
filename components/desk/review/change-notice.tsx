import { TriangleAlert } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Time } from "#components/kit/time.tsx";
import type { ReviewLogEntry, ReviewSince } from "#lib/desk/contract/review/log.ts";
import { Alert, AlertDescription } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { News } from "./bound-review.ts";
import { Differences } from "./differences.tsx";

type Props = {
  /** Receives the focus when the user submits in spite of the changes. */
  ref: RefObject<HTMLElement | null>;
  news: News;
  over: boolean;
  onGoOn: () => void;
};

/** Steps of others since the dialog was opened, and changed facts. The button binds the dialog to the current version. */
export function ChangeNotice({ ref, news: { since, retry, goOn }, over, onGoOn }: Props) {
  const t = useTranslations("review-actions.changed");
  const format = useFormatter();
  const [at] = useState(() => new Date());
  return (
    <section ref={ref} tabIndex={-1} aria-label={t("label")} className="rounded-md">
      <Alert variant="warning">
        <TriangleAlert aria-hidden />
        <AlertDescription className="wrap-anywhere flex-1">
          {since === null ? (
            <p>{t("failed")}</p>
          ) : (
            <>
              {since.entries.length > 0 && (
                <ul className="space-y-1">
                  {since.entries.map((entry) => (
                    <li key={entry.entry_id}>
                      <Step entry={entry} ago={<Ago at={entry.at} />} />
                      {entry.reason !== null && <span className="block text-muted-foreground">“{entry.reason}”</span>}
                    </li>
                  ))}
                </ul>
              )}
              <Facts since={since} />
            </>
          )}
          {over && <p className="font-medium">{t("over")}</p>}
          {since === null && (
            <Button variant="outline" size="sm" onClick={retry}>
              {t("retry")}
            </Button>
          )}
          {since !== null && !over && (
            <Button variant="outline" size="sm" aria-disabled={goOn === null} onClick={() => goOn && onGoOn()}>
              {t("goOn")}
            </Button>
          )}
        </AlertDescription>
      </Alert>
      {/* A separate alert: inside it, the running time beside the text would be announced each second. */}
      <div role="alert" className="sr-only">
        <AlertText>
          {since?.entries[0] ? (
            <Step
              entry={since.entries[0]}
              ago={format.relativeTime(earlier(new Date(since.entries[0].at), at), { now: at, style: "narrow" })}
            />
          ) : (
            <span>{t(since === null ? "failed" : "facts")}</span>
          )}
          <span> </span>
          <span>{t(over ? "over" : "waits")}</span>
        </AlertText>
      </div>
    </section>
  );
}

/**
 * The text is rendered after the first frame: screen readers announce text added to an alert, but not always the
 * initial text of an alert.
 */
function AlertText({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return isThere && children;
}

/** A sentence for each changed fact; if the differences are unknown, a sentence that facts have changed. */
function Facts({ since: { differences, entries } }: { since: ReviewSince }) {
  const t = useTranslations("review-actions.changed");
  if (differences.length === 0) return entries.length === 0 && <p>{t("facts")}</p>;
  return (
    <div className="space-y-1">
      <p className="font-medium">{t("differences", { count: differences.length })}</p>
      <ScrollArea label={t("differences", { count: differences.length })} className="max-h-48">
        <Differences differences={differences} since="shown" />
      </ScrollArea>
    </div>
  );
}

function Step({ entry, ago }: { entry: ReviewLogEntry; ago: ReactNode }) {
  const t = useTranslations("review-actions.changed.step");
  const none = useTranslations("review.assignee");
  const me = useCurrentUser();
  const { kind, user, resolution, assignee } = entry;
  const name = user === null ? "" : user.name;
  const who = user === null ? "rules" : user.user_id === me.id ? "you" : "other";
  const values = {
    who,
    name,
    resolution: resolution ?? "closed",
    assignee: assignee?.name ?? none("none"),
    ago: () => ago,
  };
  return <span key={kind}>{t.rich(kind, values)}</span>;
}

/** The running time since a recent change, in seconds. */
function Ago({ at }: { at: string }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: 1_000 });
  return <Time at={at}>{format.relativeTime(earlier(new Date(at), now), { now, style: "narrow" })}</Time>;
}

/** Clocks differ by a second or two: a time in the future counts as now. */
const earlier = (date: Date, now: Date): Date => (date > now ? now : date);
