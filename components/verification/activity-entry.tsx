"use client";

import { ChevronRight } from "lucide-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Payload } from "#components/page/payload.tsx";
import { DRAWN_WHEN_NEAR } from "#components/page/section.tsx";
import { ExactInstant, formatDuration, RelativeInstant } from "#components/page/time.tsx";
import { useWords } from "#components/page/words.tsx";
import { instantToMs, parseInstant } from "#lib/contract/time.ts";
import type {
  DeliveryEntry,
  ReadingChange,
  ReadingEntry,
  VerificationEventEntry,
} from "#lib/contract/verifications/activity.ts";
import { usePrinting } from "./printing.tsx";

/** A delivery or a reading in one line; what it carried is laid out when it is opened. */
export function ActivityEntry({ entry }: { entry: VerificationEventEntry }) {
  return entry.kind === "reading" ? <Reading entry={entry} /> : <Delivery entry={entry} />;
}

function Delivery({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  const eventWords = useWords("eventName");
  const { event_name: name } = entry;
  // A dot would be taken for a path of keys.
  const words = name === null ? t("unnamed") : eventWords(name.replaceAll(".", "_"));
  return (
    <Entry
      at={entry.signed_at}
      details={<DeliveryDetails entry={entry} />}
      line={
        <>
          {words !== null && <span className="font-medium">{words}</span>}
          {name !== null && <code className="wrap-anywhere text-muted-foreground text-xs">{name}</code>}
          <DeliveryMarks entry={entry} />
        </>
      }
    />
  );
}

function Reading({ entry }: { entry: ReadingEntry }) {
  const t = useTranslations("verification.activity.reading");
  return (
    <Entry
      at={entry.read_at}
      details={<ReadingDetails entry={entry} />}
      line={
        <>
          <span className="font-medium">{t(`subject.${entry.subject}`)}</span>
          {entry.first && <Mark>{t("first")}</Mark>}
          <ReadingChanges changes={entry.changes} />
        </>
      }
    />
  );
}

/** `at`: when the service said it, whenever it came in. */
function Entry({ at, line, details }: { at: string; line: ReactNode; details: ReactNode }) {
  const [open, setOpen] = useState(false);
  const { state } = usePrinting();
  // On paper 'a minute ago' is soon wrong.
  const When = state === "printing" ? ExactInstant : RelativeInstant;
  return (
    <li className={`py-2 text-sm [contain-intrinsic-size:auto_3rem] ${DRAWN_WHEN_NEAR}`}>
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex list-none gap-2 rounded [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform duration-100 group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col">
            <When at={at} className="w-24 shrink-0 text-muted-foreground text-xs tabular-nums" />
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">{line}</span>
          </span>
        </summary>
        {(open || state === "printing") && <div className="mt-2 space-y-2 sm:pl-6">{details}</div>}
      </details>
    </li>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="rounded border border-border px-1.5 text-muted-foreground text-xs">{children}</span>
);

function DeliveryMarks({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  const locale = useLocale();
  const lateBy = instantToMs(entry.received_at) - instantToMs(entry.signed_at);
  const marks = [
    entry.state === "unrecognized" && t("unrecognized"),
    entry.state === "failed" && t("notApplied"),
    entry.state === "pending" && t("pending"),
    entry.event_at_text !== null && t("timeAs", { text: entry.event_at_text }),
    entry.late && t("late", { duration: formatDuration(lateBy, locale) }),
    entry.copies > 1 && t("copies", { count: entry.copies }),
  ].filter((mark) => mark !== false);
  return marks.map((mark) => <Mark key={mark}>{mark}</Mark>);
}

/** When a delivery was signed and came in, what became of it, and what was sent. */
export function DeliveryDetails({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
        <span>{t.rich("signed", { at: () => <ExactInstant at={entry.signed_at} seconds /> })}</span>
        <span>{t.rich("received", { at: () => <ExactInstant at={entry.received_at} seconds /> })}</span>
        <span>{t("delivery", { id: String(entry.delivery_id) })}</span>
      </p>
      {entry.state === "unrecognized" && <p className="text-xs">{t("unrecognizedBody")}</p>}
      {entry.state === "failed" && <p className="text-xs">{t("notAppliedBody")}</p>}
      {entry.last_error !== null && <p className="wrap-anywhere font-mono text-failed text-xs">{entry.last_error}</p>}
      {entry.payload === null ? (
        <p className="text-muted-foreground text-xs">{t(entry.kept ? "unreadable" : "gone")}</p>
      ) : (
        <Payload name={t("payload")} text={entry.payload} />
      )}
    </>
  );
}

/** What a reading of the service stated that differs from the one before it. */
function ReadingChanges({ changes }: { changes: ReadingChange[] | null }) {
  const t = useTranslations("verification.activity.reading");
  const words = useChangeWords();
  if (changes === null) return <span className="text-muted-foreground text-xs">{t("changesGone")}</span>;
  if (changes.length === 0) return <span className="text-muted-foreground text-xs">{t("nothing")}</span>;
  const others = changes.flatMap((change) => (change.field === "other" ? [change.name] : []));
  return (
    <>
      {changes.map(
        (change) =>
          change.field !== "other" && (
            <span key={change.field} className="wrap-anywhere text-xs">
              {words(change)}
            </span>
          ),
      )}
      {others.length > 0 && (
        <span className="wrap-anywhere text-muted-foreground text-xs">{t("others", { names: others.join(", ") })}</span>
      )}
    </>
  );
}

/** When the service was read, and what it answered. */
export function ReadingDetails({ entry }: { entry: ReadingEntry }) {
  const t = useTranslations("verification.activity.reading");
  return (
    <>
      <p className="text-muted-foreground text-xs">
        {t.rich("readAt", { at: () => <ExactInstant at={entry.read_at} seconds /> })}
      </p>
      {entry.payload === null ? (
        <p className="text-muted-foreground text-xs">{t(entry.kept ? "noPayload" : "gone")}</p>
      ) : (
        <Payload name={t("payload")} text={entry.payload} />
      )}
    </>
  );
}

type NamedChange = Exclude<ReadingChange, { field: "other" }>;

function useChangeWords(): (change: NamedChange) => string {
  const t = useTranslations("verification.activity.reading");
  const time = useTranslations("verification.time");
  const format = useFormatter();
  const status = useWords("status");
  const documents = useWords("documentsStatus");
  const wordsOf = (field: string, value: string | null): string => {
    if (value === null) return t("none");
    if (field === "created_at") {
      const read = parseInstant(value) !== null;
      return read
        ? format.dateTime(new Date(value), { dateStyle: "medium", timeStyle: "long" })
        : time("quoted", { text: value });
    }
    const words = field === "status" ? status(value) : field === "documents_status" ? documents(value) : null;
    return words ?? value;
  };
  return (change) => {
    if (change.field === "findings") return change.to ? t("findings", change.to) : t("findingsGone");
    if (change.field === "people") {
      const { to, added, removed, changed } = change;
      return t("people", { to, added, removed, changed });
    }
    const field = t(`field.${change.field}`);
    const to = wordsOf(change.field, change.to);
    return change.from === null
      ? t("told", { field, to })
      : t("changed", { field, from: wordsOf(change.field, change.from), to });
  };
}
