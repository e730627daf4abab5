"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RelativeInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { verificationEventsOptions } from "#lib/browser/verification.ts";
import type { VerificationEventEntry } from "#lib/contract/verification.ts";
import { EmptySection, Section } from "./section.tsx";
import { prettyPayload } from "./view/pretty-payload.ts";

/** Every delivery about the verification, newest first, each with what was sent. */
export function ActivitySection({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.activity");
  const query = useInfiniteQuery(verificationEventsOptions(verificationId));
  const entries = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      id="activity"
      title={t("title")}
      aside={query.isFetching && !query.isFetchingNextPage ? t("loading") : null}
    >
      {query.isPending ? (
        <p className="text-muted-foreground text-sm">{t("loading")}</p>
      ) : query.isError && entries.length === 0 ? (
        <div className="space-y-2 text-sm">
          <p>{t("failed")}</p>
          <Button variant="outline" size="sm" onClick={() => query.refetch()}>
            {t("retry")}
          </Button>
        </div>
      ) : entries.length === 0 ? (
        <EmptySection>{t("empty")}</EmptySection>
      ) : (
        <>
          <ol className="-my-2 divide-y divide-border">
            {entries.map((entry) => (
              <ActivityEntry key={entry.delivery_id} entry={entry} />
            ))}
          </ol>
          {query.hasNextPage && (
            <Button
              variant="outline"
              size="sm"
              className="mt-4"
              disabled={query.isFetchingNextPage}
              onClick={() => query.fetchNextPage()}
            >
              {t("older")}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}

function ActivityEntry({ entry }: { entry: VerificationEventEntry }) {
  const t = useTranslations("verification.activity");
  const events = useTranslations("verification.eventName");
  // A dot would be taken for a path of keys.
  const key = entry.event_name?.replaceAll(".", "_") ?? "";
  return (
    <li className="py-2 text-sm">
      <details>
        <summary className="cursor-pointer list-none">
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <RelativeInstant
              at={entry.received_at}
              className="w-24 shrink-0 text-muted-foreground text-xs tabular-nums"
            />
            <span className="font-medium">{events.has(key) ? events(key) : (entry.event_name ?? t("unnamed"))}</span>
            {entry.event_name && <code className="text-muted-foreground text-xs">{entry.event_name}</code>}
            <DeliveryMarks entry={entry} />
          </span>
        </summary>
        <div className="mt-2 space-y-2 sm:pl-27">
          {entry.last_error && <p className="break-words text-failed text-xs">{entry.last_error}</p>}
          {entry.payload === null ? (
            <p className="text-muted-foreground text-xs">{t("unreadable")}</p>
          ) : (
            <Payload text={entry.payload} />
          )}
        </div>
      </details>
    </li>
  );
}

function Payload({ text }: { text: string }) {
  const t = useTranslations("verification.activity");
  return (
    <section aria-label={t("payload")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-muted p-3 font-mono text-xs leading-relaxed">
        {prettyPayload(text)}
      </pre>
    </section>
  );
}

function DeliveryMarks({ entry }: { entry: VerificationEventEntry }) {
  const t = useTranslations("verification.activity");
  const marks = [
    entry.state === "unrecognized" && t("unrecognized"),
    entry.state === "failed" && t("notApplied"),
    entry.state === "pending" && t("pending"),
    entry.late && t("late"),
    entry.copies > 1 && t("copies", { count: entry.copies }),
  ].filter((mark): mark is string => Boolean(mark));
  return marks.map((mark) => (
    <span key={mark} className="rounded border border-border px-1.5 text-muted-foreground text-xs">
      {mark}
    </span>
  ));
}
