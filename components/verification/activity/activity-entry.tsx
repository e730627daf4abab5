"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { RelativeInstant } from "#components/time/instant.tsx";
import { usePrinting } from "#components/verification/printing.tsx";
import { DRAWN_WHEN_NEAR } from "#components/verification/section.tsx";
import { useWords } from "#components/verification/use-words.ts";
import type { DeliveryEntry, ReadingEntry, VerificationEventEntry } from "#lib/contract/verifications/activity.ts";
import { DeliveryDetails } from "./delivery-details.tsx";
import { ReadingChanges, ReadingDetails } from "./reading-details.tsx";

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
      at={entry.received_at}
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
      at={entry.received_at}
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

function Entry({ at, line, details }: { at: string; line: ReactNode; details: ReactNode }) {
  const [open, setOpen] = useState(false);
  const { state } = usePrinting();
  return (
    <li className={`py-2 text-sm [contain-intrinsic-size:auto_3rem] ${DRAWN_WHEN_NEAR}`}>
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex list-none gap-2 rounded [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform duration-100 group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col">
            <RelativeInstant at={at} className="w-24 shrink-0 text-muted-foreground text-xs tabular-nums" />
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
  const marks = [
    entry.state === "unrecognized" && t("unrecognized"),
    entry.state === "failed" && t("notApplied"),
    entry.state === "pending" && t("pending"),
    entry.late && t("late"),
    entry.copies > 1 && t("copies", { count: entry.copies }),
  ].filter((mark) => mark !== false);
  return marks.map((mark) => <Mark key={mark}>{mark}</Mark>);
}
