import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, useState } from "react";
import { Code } from "#components/kit/code.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { SmallMark } from "#components/kit/marks.tsx";
import { Payload } from "#components/kit/payload.tsx";
import { useStatementWords } from "#components/kit/statement.ts";
import { ExactInstant, formatDuration } from "#components/kit/time.tsx";
import { useWords } from "#components/kit/words.tsx";
import { isTooLarge } from "#lib/core/contract/deliveries/delivery.ts";
import type {
  DeliveryEntry,
  EventStatement,
  VerificationEventEntry,
} from "#lib/core/contract/verifications/activity.ts";
import { instantToMs } from "#lib/platform/contract/time.ts";
import { Collapsible } from "@/components/ui/collapsible";
import { Reading, ReadingDetails } from "./activity-reading.tsx";
import { usePrinting } from "./printing.tsx";

type Props = {
  /** Entries about one document or label within a minute, newest first; mostly a single entry. */
  entries: readonly VerificationEventEntry[];
  nameOf: (people_id: number) => string | null;
};

/** The deliveries about a document within a minute, or one event or reading, in one line; unfolded with the payloads. */
export function ActivityEntry({ entries, nameOf }: Props) {
  const [open, setOpen] = useState(false);
  const { state, extent } = usePrinting();
  const [newest] = entries;
  if (!newest) return null;
  const oldestFirst = entries.toReversed();
  return (
    <li className="py-2 text-sm">
      <Collapsible className="group" onOpenChange={setOpen}>
        <summary className="flex gap-2 rounded">
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform duration-100 group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col">
            <ExactInstant
              at={factTime(newest)}
              className="w-28 shrink-0 text-muted-foreground text-xs tabular-nums leading-5"
            />
            <span className="wrap-anywhere min-w-0">
              {newest.kind === "reading" ? (
                <Reading entry={newest} />
              ) : (
                <Deliveries entries={oldestFirst.filter((entry) => entry.kind === "delivery")} nameOf={nameOf} />
              )}
            </span>
          </span>
        </summary>
        {(open || (state === "printing" && extent === "whole")) && (
          <div className="mt-2 space-y-4 sm:pl-6">
            {oldestFirst.map((entry) => (
              <div key={entry.entry_id} className="space-y-2">
                {entry.kind === "reading" ? <ReadingDetails entry={entry} /> : <DeliveryDetails entry={entry} />}
              </div>
            ))}
          </div>
        )}
      </Collapsible>
    </li>
  );
}

/** When the service made its statement, in contrast to when it was received. */
export const statedAt = (entry: VerificationEventEntry): string =>
  entry.kind === "reading" ? entry.read_at : entry.signed_at;

/** When the fact happened, if the service states it; else when it was reported. */
const factTime = (entry: VerificationEventEntry): string =>
  (entry.kind === "delivery" ? entry.event_at : null) ?? statedAt(entry);

/** The time of a report is shown only if it is later than the fact by more than this. */
const MAX_REPORT_DELAY_MS = 60_000;

type DeliveriesProps = { entries: readonly DeliveryEntry[]; nameOf: Props["nameOf"] };

/** The name of the document, then the statements of its deliveries, oldest first. */
function Deliveries({ entries, nameOf }: DeliveriesProps) {
  const words = useStatementWords();
  const eventName = useEventName();
  const happened = entries.toSorted((one, other) =>
    compare(one.event_at ?? one.signed_at, other.event_at ?? other.signed_at),
  );
  const said = joinStatements(happened).map(({ entry, statement }) => ({
    entry,
    ...(statement ? words(statement, nameOf) : { subject: null, text: eventName(entry) }),
  }));
  return (
    <>
      {said[0]?.subject != null && <span className="font-medium">{said[0].subject} </span>}
      {said.map(({ entry, text }, index) => (
        <Fragment key={entry.entry_id}>
          {index > 0 && <span className="text-muted-foreground"> · </span>}
          <span>{text}</span>
          <DeliveryMarks entry={entry} />
        </Fragment>
      ))}
    </>
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type EntryStatement = { entry: DeliveryEntry; statement: EventStatement | null };

/** Joins consecutive status changes of an item into one statement, and removes repeated errors. */
export function joinStatements(entries: readonly DeliveryEntry[]): EntryStatement[] {
  const said: EntryStatement[] = [];
  let error: string | null = null;
  /** The last status, if the previous statement is about a status. */
  let reached: string | null = null;
  for (const entry of entries) {
    const { statement } = entry;
    if (!statement || !("item_id" in statement)) {
      said.push({ entry, statement });
      reached = null;
      continue;
    }
    const own = statement.item_error === error ? { ...statement, item_error: null } : statement;
    error = statement.item_error;
    const last = said.at(-1)?.statement;
    if (own.kind === "item_status" && last?.kind === "item_status" && own.from !== null && own.from === reached) {
      said[said.length - 1] = { entry, statement: { ...own, from: last.from, to: `${last.to} → ${own.to}` } };
    } else said.push({ entry, statement: own });
    reached = own.kind === "item_status" ? own.to : null;
  }
  return said;
}

/** The name of an event that has no statement. */
function useEventName(): (entry: DeliveryEntry) => string {
  const t = useTranslations("verification.activity");
  const words = useWords("eventName");
  // Message keys cannot contain dots, which would be read as a path.
  return ({ event_name: name }) => (name === null ? t("unnamed") : (words(name.replaceAll(".", "_")) ?? name));
}

function DeliveryMarks({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  const locale = useLocale();
  const lateBy = instantToMs(entry.received_at) - instantToMs(entry.signed_at);
  const reportedBy = entry.event_at === null ? 0 : Math.abs(instantToMs(entry.signed_at) - instantToMs(entry.event_at));
  const marks = [
    entry.state === "unrecognized" && t("unrecognized"),
    entry.state === "failed" && t("notApplied"),
    entry.state === "pending" && t("pending"),
    entry.event_at_text !== null && t("timeAs", { text: entry.event_at_text }),
    entry.late && t("late", { duration: formatDuration(lateBy, locale) }),
    entry.copies > 1 && t("copies", { count: entry.copies }),
  ].filter((mark) => mark !== false);
  return (
    <>
      {reportedBy >= MAX_REPORT_DELAY_MS && (
        <span>
          {" "}
          <SmallMark>{t.rich("reportedAt", { at: () => <ExactInstant at={entry.signed_at} /> })}</SmallMark>
        </span>
      )}
      {marks.map((mark) => (
        <span key={mark}>
          {" "}
          <SmallMark>{mark}</SmallMark>
        </span>
      ))}
    </>
  );
}

export function DeliveryDetails({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  const { may } = useCurrentUser();
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
        <span>{t.rich("signed", { at: () => <ExactInstant at={entry.signed_at} seconds /> })}</span>
        <span>{t.rich("received", { at: () => <ExactInstant at={entry.received_at} seconds /> })}</span>
        <span>{t("delivery", { id: String(entry.delivery_id) })}</span>
        {entry.event_name !== null && <Code>{entry.event_name}</Code>}
      </p>
      {entry.state === "unrecognized" && (
        <p className="text-xs">{t(isTooLarge(entry) ? "tooLargeBody" : "unrecognizedBody")}</p>
      )}
      {entry.state === "failed" && <p className="text-xs">{t("notAppliedBody")}</p>}
      {entry.last_error !== null && (
        <p translate="no" className="wrap-anywhere font-mono text-failed text-xs">
          {entry.last_error}
        </p>
      )}
      {!may("deliveries.manage") ? null : entry.payload === null ? (
        <p className="text-muted-foreground text-xs">
          {t(entry.too_large ? "payloadLarge" : entry.kept ? "unreadable" : "gone")}
        </p>
      ) : (
        // A group has several payloads, each a region with its own accessible name.
        <Payload name={`${t("payload")} · ${t("delivery", { id: String(entry.delivery_id) })}`} text={entry.payload} />
      )}
    </>
  );
}
