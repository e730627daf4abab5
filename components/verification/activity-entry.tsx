"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { ExactInstant, RelativeInstant } from "#components/time/instant.tsx";
import type { DeliveryEntry } from "#lib/contract/verification.ts";
import { useWords } from "./use-words.ts";
import { prettyPayload } from "./view/pretty-payload.ts";

/** A delivery in one line; what it carried is laid out when it is opened. */
export function ActivityEntry({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  const eventWords = useWords("eventName");
  const [open, setOpen] = useState(false);
  const { event_name: name } = entry;
  // A dot would be taken for a path of keys.
  const words = name === null ? t("unnamed") : eventWords(name.replaceAll(".", "_"));
  return (
    <li className="py-2 text-sm">
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex list-none gap-2 rounded [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform duration-100 group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <RelativeInstant
              at={entry.received_at}
              className="w-24 shrink-0 text-muted-foreground text-xs tabular-nums"
            />
            {words !== null && <span className="font-medium">{words}</span>}
            {name !== null && <code className="wrap-anywhere text-muted-foreground text-xs">{name}</code>}
            <DeliveryMarks entry={entry} />
          </span>
        </summary>
        {open && <Delivery entry={entry} />}
      </details>
    </li>
  );
}

function Delivery({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  return (
    <div className="mt-2 space-y-2 sm:pl-6">
      <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
        <span>{t.rich("signed", { at: () => <ExactInstant at={entry.signed_at} seconds /> })}</span>
        <span>{t.rich("received", { at: () => <ExactInstant at={entry.received_at} seconds /> })}</span>
        <span>{t("delivery", { id: String(entry.delivery_id) })}</span>
      </p>
      {entry.state === "unrecognized" && <p className="text-xs">{t("unrecognizedBody")}</p>}
      {entry.state === "failed" && <p className="text-xs">{t("notAppliedBody")}</p>}
      {entry.last_error !== null && <p className="wrap-anywhere font-mono text-failed text-xs">{entry.last_error}</p>}
      {entry.payload === null ? (
        <p className="text-muted-foreground text-xs">{t("unreadable")}</p>
      ) : (
        <Payload text={entry.payload} />
      )}
    </div>
  );
}

function Payload({ text }: { text: string }) {
  const t = useTranslations("verification.activity");
  const pretty = useMemo(() => prettyPayload(text), [text]);
  return (
    <section aria-label={t("payload")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-muted p-3 font-mono text-xs leading-relaxed">
        {pretty}
      </pre>
    </section>
  );
}

function DeliveryMarks({ entry }: { entry: DeliveryEntry }) {
  const t = useTranslations("verification.activity");
  const marks = [
    entry.state === "unrecognized" && t("unrecognized"),
    entry.state === "failed" && t("notApplied"),
    entry.state === "pending" && t("pending"),
    entry.late && t("late"),
    entry.copies > 1 && t("copies", { count: entry.copies }),
  ].filter((mark) => mark !== false);
  return marks.map((mark) => (
    <span key={mark} className="rounded border border-border px-1.5 text-muted-foreground text-xs">
      {mark}
    </span>
  ));
}
