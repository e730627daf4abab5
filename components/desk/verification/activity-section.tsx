import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Fragment, memo, useCallback, useDeferredValue, useEffect, useId, useState } from "react";
import { NoteForm, NoteFormPlace } from "#components/desk/notes/note-form.tsx";
import { WRITINGS } from "#components/file-parts.ts";
import { Announced } from "#components/kit/announced.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { useHydrated } from "#components/kit/hydrated.ts";
import { EmptySection, RowsWaiting, Section } from "#components/kit/section.tsx";
import { verificationEventsOptions } from "#lib/core/browser/verifications.ts";
import { type Person, personName } from "#lib/core/contract/people/person.ts";
import { VERIFICATION_EVENT_KINDS, type VerificationEventKind } from "#lib/core/contract/verifications/activity.ts";
import { notesOptions } from "#lib/desk/browser/notes.ts";
import { loadMore } from "#lib/platform/browser/query-client.ts";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { ActivityEntry } from "./activity-entry.tsx";
import { groupEntries, mergeLines } from "./activity-lines.ts";
import { usePrinting } from "./printing.tsx";

/** Memoized: entries never change. */
const Entry = memo(
  ActivityEntry,
  (before, now) =>
    before.nameOf === now.nameOf &&
    before.entries.length === now.entries.length &&
    before.entries.every((entry, index) => entry === now.entries[index]),
);

type Props = { verificationId: string; people?: Person[] | undefined };

/** The activity of the verification, newest first: all kinds of entries or one kind. Each entry has its payload. */
export function ActivitySection({ verificationId, people }: Props) {
  const t = useTranslations("verification.activity");
  const [chosen, setChosen] = useState<VerificationEventKind | null>(null);
  const { state, extent } = usePrinting();
  // The printed history has all kinds.
  const kind = state === "idle" || extent === "summary" ? chosen : null;
  const query = useInfiniteQuery(verificationEventsOptions(verificationId, kind));
  const loaded = query.data?.pages;
  // Deferred, since a page has fifty entries: React renders them without blocking input.
  const pages = useDeferredValue(loaded);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  usePrintWhenLoaded({ hasNextPage, isFetching: isFetching || pages !== loaded, isError, fetchNextPage });
  const entries = pages?.flatMap((page) => page.items) ?? [];
  const notes = useQuery(notesOptions(verificationId));
  // Hooks, called in the order of a constant list.
  const written = WRITINGS.flatMap((entriesOf) => entriesOf(verificationId));
  const writes = useCurrentUser().may("notes.write");
  // Text typed into a field of the document would be lost when React takes it over.
  const isHydrated = useHydrated();
  const lines = mergeLines(groupEntries(entries), kind === null ? written : [], !hasNextPage);
  const nameOf = useCallback(
    (people_id: number) => {
      const person = people?.find((one) => one.people_id === people_id);
      return person ? personName(person) : null;
    },
    [people],
  );
  const failed = query.isError && (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm not-last:mb-4">
      <p>{t(entries.length > 0 ? "failedToRefresh" : "failed")}</p>
      <Retry query={query} />
    </div>
  );
  return (
    <Section id="activity" title={t("title")} aside={<KindChoice kind={chosen} onChange={setChosen} />}>
      <Announced className="sr-only">
        {chosen !== null && pages === loaded && query.isSuccess && t("shown", { count: entries.length })}
      </Announced>
      {failed}
      {writes && (isHydrated ? <NoteForm verificationId={verificationId} notes={notes} /> : <NoteFormPlace />)}
      {!query.isError && pages === undefined && <RowsWaiting label={t("loading")} />}
      {pages !== undefined && lines.length === 0 && (
        <EmptySection>{t(kind === null ? "empty" : "emptyKind")}</EmptySection>
      )}
      {pages !== undefined && lines.length > 0 && (
        <ol className="-my-2 divide-y divide-border">
          {lines.map((line) =>
            "shown" in line ? (
              <Fragment key={line.key}>{line.shown}</Fragment>
            ) : (
              <Entry key={line.key} entries={line.entries} nameOf={nameOf} />
            ),
          )}
        </ol>
      )}
      {query.hasNextPage && (
        <>
          <p className="mt-4 hidden text-xs print:block">{t("notPrinted")}</p>
          <Button
            variant="outline"
            size="sm"
            className="mt-4"
            // Not `disabled`: that would remove the focus from the pressed button.
            aria-disabled={query.isFetchingNextPage}
            onClick={() => !query.isFetchingNextPage && void loadMore(query)}
          >
            {t(query.isFetchingNextPage ? "loading" : "older")}
          </Button>
        </>
      )}
    </Section>
  );
}

type EventPages = { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown };

/** Loads the remaining pages before printing. If loading fails, the printed page has a note. */
function usePrintWhenLoaded({ hasNextPage, isFetching, isError, fetchNextPage }: EventPages): void {
  const { state, extent, prepared } = usePrinting();
  useEffect(() => {
    if (state !== "preparing" || extent !== "whole" || isFetching) return;
    if (hasNextPage && !isError) fetchNextPage();
    else prepared();
  }, [state, extent, hasNextPage, isFetching, isError, fetchNextPage, prepared]);
}

type ChoiceProps = { kind: VerificationEventKind | null; onChange: (kind: VerificationEventKind | null) => void };

function KindChoice({ kind, onChange }: ChoiceProps) {
  const t = useTranslations("verification.activity");
  const id = useId();
  return (
    <span className="flex items-center gap-2 print:hidden">
      <Label htmlFor={id} className="font-normal text-xs">
        {t("show")}
      </Label>
      <NativeSelect
        id={id}
        size="sm"
        value={kind ?? ""}
        onChange={(event) => onChange(VERIFICATION_EVENT_KINDS.find((entry) => entry === event.target.value) ?? null)}
        className="max-w-52 text-foreground data-[size=sm]:h-7 data-[size=sm]:text-xs"
      >
        <NativeSelectOption value="">{t("all")}</NativeSelectOption>
        {VERIFICATION_EVENT_KINDS.map((entry) => (
          <NativeSelectOption key={entry} value={entry}>
            {t(`kind.${entry}`)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </span>
  );
}
