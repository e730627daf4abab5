import { ChevronRight, Eye, type LucideIcon, Undo2 } from "lucide-react";
import { useLocale, useNow, useTranslations } from "next-intl";
import { use } from "react";
import { CircleDashed } from "#components/kit/circle-dashed.tsx";
import { DocumentsMeter } from "#components/kit/documents-meter.tsx";
import { SmallTable } from "#components/kit/list/small-table.tsx";
import { SectionNotes } from "#components/kit/section.tsx";
import { ExactInstant, formatDuration, StatedInstant, useClock } from "#components/kit/time.tsx";
import { useDocumentsStatusName, useWords } from "#components/kit/words.tsx";
import type { TimelineEntry } from "#lib/core/contract/verifications/verification.ts";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { Stay } from "./timeline-stays.ts";
import { firstCompletion, timelineStays } from "./timeline-stays.ts";

const TICKING_MS = 2 * 60_000;
const TICK_MS = 1_000;
/** In these statuses a verification waits for nothing. */
const END_STATUSES = new Set(["finished", "error"]);

type Props = {
  entries: TimelineEntry[];
  /** The current status in the read model: newer than the timeline if a single reading stated it. */
  current: string | null;
  firstCompletedAt: string | null;
  createdAt: string | null;
  status: string | null;
};

/**
 * The file's documents_status in one line, which unfolds into the timeline: each stay with its duration. The timeline
 * is no diagram (docs/decisions/0019).
 */
export function DocumentsTimeline(props: Props) {
  const { entries, current } = props;
  const t = useTranslations("verification.timeline");
  const name = useDocumentsStatusName();
  const meaning = useWords("documentsMeaning");
  const stays = timelineStays(entries, useTick(entries.at(-1)?.at ?? null));
  const last = stays.at(-1);
  const unconfirmed = current !== null && current !== (last?.status ?? null);
  const missing = stays.some(({ gap }) => gap);
  const note = use(SectionNotes).get("documents");
  return (
    <section aria-label={t("title")} className="space-y-1.5 text-sm">
      <details data-printed className="group">
        <summary className="-mx-1 flex w-fit max-w-full items-start gap-1 rounded px-1">
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform duration-100 group-open:rotate-90 print:hidden"
          />
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
            {current === null ? (
              <span className="text-muted-foreground">{t("unknown")}</span>
            ) : (
              <span className="font-medium">
                <DocumentsMeter status={current} />
              </span>
            )}
            <span className="text-muted-foreground">
              {last && !unconfirmed && <Since {...props} stay={last} />}
              {unconfirmed && <span>{t(stays.length === 0 ? "notDated" : "notConfirmed")}</span>}
              {missing && <span>{` · ${t("missing")}`}</span>}
            </span>
          </span>
        </summary>
        <Card className="mt-2 mb-1 block">
          {current !== null && (
            <p className="wrap-anywhere text-muted-foreground">
              {meaning(current) ?? t("unnamed", { status: current })}
            </p>
          )}
          {stays.length > 0 && <DocumentsTable stays={stays} />}
          {stays.length === 0 && <p className="text-muted-foreground">{t(current === null ? "empty" : "onlyRead")}</p>}
          {unconfirmed && stays.length > 0 && (
            <p className="wrap-anywhere mt-3 text-muted-foreground text-xs">
              {t("unconfirmed", { status: name(current) })}
            </p>
          )}
        </Card>
      </details>
      {note}
    </section>
  );
}

/** The current time (ms) for the last stay: updated each second at first, then with all other relative times. */
function useTick(lastAt: string | null): number {
  const clock = useClock().getTime();
  const isYoung = lastAt !== null && clock - Date.parse(lastAt) < TICKING_MS;
  const second = useNow(isYoung ? { updateInterval: TICK_MS } : undefined).getTime();
  return Math.max(clock, second);
}

/**
 * When the file entered its status, how long it has been waiting in it, and the time to the first completion
 * (interface, event rule 2).
 */
function Since({ stay, entries, firstCompletedAt, createdAt, status }: Props & { stay: Stay }) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  const completion = firstCompletion(firstCompletedAt, createdAt, entries);
  const took = completion?.atMost ? "completeAfterAtMost" : "completeAfter";
  const tookMs = completion?.tookMs ?? null;
  const waited = formatDuration(stay.endMs - stay.startMs, locale);
  const waits = stay.status !== "full_upload" && !END_STATUSES.has(status ?? "");
  return (
    <span>
      {t.rich("sinceThen", { at: () => <ExactInstant at={new Date(stay.startMs).toISOString()} /> })}
      {waits && (
        <span>
          {" · "}
          {t.rich("waiting", {
            duration: "",
            // A text of its own: chunks are an array, whose text React would change in place.
            strong: () => <strong className="font-medium text-foreground tabular-nums">{waited}</strong>,
          })}
        </span>
      )}
      {completion !== null && tookMs !== null && (
        <span>{` · ${t(took, { duration: formatDuration(tookMs, locale) })}`}</span>
      )}
    </span>
  );
}

export function DocumentsTable({ stays }: { stays: Stay[] }) {
  const t = useTranslations("verification.timeline");
  return (
    <SmallTable
      label={t("caption")}
      columns={[
        {
          id: "since",
          title: t("since"),
          place: "whitespace-nowrap py-1.5 pr-3 tabular-nums max-sm:w-px max-sm:text-xs max-sm:leading-5",
          cell: StaySince,
        },
        { id: "status", title: t("status"), place: "py-1.5 pr-3", cell: Status },
        { id: "stayed", title: t("stayed"), place: "py-1.5 tabular-nums max-sm:w-px", cell: Stayed },
      ]}
      rows={stays}
      keyOf={({ key }) => String(key)}
      above={({ gap, source }) => gap && <Mark icon={CircleDashed}>{t(source === "api" ? "gapFound" : "gap")}</Mark>}
      layout={{ table: "mt-3 w-full text-sm" }}
    />
  );
}

type Cell = { row: Stay };

const StaySince = ({ row }: Cell) => <StatedInstant at={new Date(row.startMs).toISOString()} text={row.startText} />;

function Status({ row: { status, backward, source } }: Cell) {
  const t = useTranslations("verification.timeline");
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <DocumentsMeter status={status} />
      {backward && (
        <Mark icon={Undo2} tone="text-medium">
          {t("backward")}
        </Mark>
      )}
      {source === "api" && <Mark icon={Eye}>{t("byReading")}</Mark>}
    </span>
  );
}

function Stayed({ row: { startMs, endMs, open } }: Cell) {
  const t = useTranslations("verification.timeline");
  const locale = useLocale();
  return (
    <>
      <span className="whitespace-nowrap">{formatDuration(endMs - startMs, locale)}</span>
      {open && <span className="text-muted-foreground"> {t("soFar")}</span>}
    </>
  );
}

function Mark({ icon: Icon, tone, children }: { icon: LucideIcon; tone?: string; children: string }) {
  return (
    <span className={cn("mr-2 inline-flex items-baseline gap-1 text-xs", tone ?? "text-muted-foreground")}>
      <Icon aria-hidden className="size-3.5 shrink-0 self-center" />
      {children}
    </span>
  );
}
