"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useId, useState, useSyncExternalStore } from "react";
import { Form } from "#components/kit/form.tsx";
import { ChoiceList } from "#components/kit/list/choice-list.tsx";
import { FilterPanel } from "#components/kit/list/filter-panel.tsx";
import { ListPage } from "#components/kit/list/list-page.tsx";
import { ListSkeleton, ListTable } from "#components/kit/list/list-table.tsx";
import { ListTotal } from "#components/kit/list/live-notes.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { useLiveRows } from "#components/kit/list/use-live-rows.ts";
import { SearchBox } from "#components/kit/search-box.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { codeOf } from "#components/kit/words.tsx";
import { beginAtList } from "#lib/core/browser/list-navigation.ts";
import {
  onSearchText,
  peoplePage,
  peopleSearchOptions,
  peopleSearchText,
  setPeopleSearchText,
} from "#lib/core/browser/people.ts";
import {
  PEOPLE_FILTER,
  PEOPLE_TEXT_MAX,
  SEARCH_REASONS,
  type SearchReason,
} from "#lib/core/contract/people/people-search.ts";
import { PEOPLE_OUTCOMES, type PeopleOutcome } from "#lib/core/contract/people/person.ts";
import { mistypedCurp } from "#lib/core/rules/curp/faults.ts";
import { Button } from "@/components/ui/button";
import { CurpCheck } from "./curp-check.tsx";
import { PeopleOutcomeMark } from "./outcome-mark.tsx";
import { PEOPLE } from "./people-columns.tsx";

/** Searches all people of all verifications by name or CURP; Enter opens the only match. The text appears in no URL. */
export function PeopleView() {
  const t = useTranslations("people.search");
  const outcomes = useTranslations("people.outcomes");
  const empty = useTranslations("people.page.empty");
  const filter = useFilter(PEOPLE_FILTER);
  const { outcome } = filter.filter;
  const { text, settled, settle } = useSearchText();
  const q = settled.trim() || null;
  const [given, setGiven] = useState<{ q: string; reason: SearchReason }>();
  const reason = given?.q === q ? given?.reason : undefined;
  const query = useInfiniteQuery(peopleSearchOptions({ q, outcome, ...(reason && { reason }) }));
  const list = useLiveRows(`${outcome} ${q} ${reason}`, query, PEOPLE.keyOf);
  const current = text === settled && !list.outdated && query.data !== undefined;
  // Stores the order of the results, for previous and next on a person's page.
  useEffect(() => {
    const what = { q, outcome, ...(reason && { reason }) };
    const page = (cursor: string, signal: AbortSignal) => peoplePage(what, cursor, signal);
    beginAtList({ queryKey: peopleSearchOptions(what).queryKey, page, hrefOf: PEOPLE.hrefOf });
  }, [q, outcome, reason]);
  const nobody = current && q !== null && outcome.length === 0 && list.rows.length === 0;
  const mistyped = nobody ? mistypedCurp(q) : null;
  const only = list.rows.length === 1 && list.total === 1 ? list.rows[0] : undefined;
  const openOnly = useOpening(current, only, list.rows.length > 1);
  return (
    <ListPage
      of="people"
      filter={filter}
      wordsOf={(applied) =>
        applied.map(({ value }) => ({ name: t("outcome"), value: outcomes(value as PeopleOutcome) }))
      }
      list={list}
      toolbar={
        <section aria-label={t("tools")} className="flex flex-wrap items-center gap-2 pb-3">
          <PeopleField
            text={text}
            onText={(next) => {
              openOnly.begin(false);
              setPeopleSearchText(next);
            }}
            onOpen={() => {
              if (text.trim() === "") return;
              settle();
              openOnly.begin(true);
            }}
            onRows={list.focusRows}
            field={list.field}
          />
          <FilterPanel label={t("outcome")} count={outcome.length} panelClassName="w-72" className="min-h-9">
            <ChoiceList
              legend={t("outcome")}
              values={PEOPLE_OUTCOMES}
              chosen={outcome}
              onChange={(outcome) => filter.change({ outcome })}
              nameOf={(value) => outcomes(value)}
            >
              {(value) => <PeopleOutcomeMark outcome={value} />}
            </ChoiceList>
          </FilterPanel>
          <ListTotal of="people" list={list} />
        </section>
      }
      notice={
        <>
          <p role="status" className="pb-2 text-muted-foreground text-xs empty:hidden">
            {openOnly.several && t("several")}
          </p>
          {q !== null && codeOf(query.error) === "REASON_REQUIRED" && (
            <SearchReasonForm onReason={(reason) => setGiven({ q, reason })} />
          )}
          {mistyped && <CurpCheck {...mistyped} />}
        </>
      }
      icon={<Users aria-hidden />}
      whenEmpty={<TextLink href="/verifications">{empty("link")}</TextLink>}
      narrowed={q !== null || filter.narrowed}
      skeleton={<ListSkeleton of="people" definition={PEOPLE} />}
    >
      <ListTable
        of="people"
        definition={PEOPLE}
        list={list}
        pointedOut={q !== null && current && only ? 0 : undefined}
      />
    </ListPage>
  );
}

/** The reason for searching a CURP that the role is not shown. */
function SearchReasonForm({ onReason }: { onReason: (reason: SearchReason) => void }) {
  const t = useTranslations("people.search");
  const codes = useTranslations("people.searchReason");
  const [reason, setReason] = useState<SearchReason>(SEARCH_REASONS[0]);
  return (
    <Form
      className="mb-3 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onReason(reason);
      }}
    >
      <div className="w-72 max-w-full">
        <SelectField
          label={t("reason")}
          values={SEARCH_REASONS}
          nameOf={(one) => codes(one)}
          value={reason}
          onChange={setReason}
        />
      </div>
      <Button type="submit">{t("searchCurp")}</Button>
    </Form>
  );
}

const DEBOUNCE_MS = 200;

/** The search text of the field, and `settled`: the text after a pause in typing or Enter. */
function useSearchText() {
  const text = useSyncExternalStore(onSearchText, peopleSearchText, () => "");
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, settled, settle: () => setSettled(text) };
}

/**
 * Opens the only match after Enter, which may come before the answer. With several matches none is opened, since an
 * opening is recorded; `several` stays true until the text changes.
 */
function useOpening(current: boolean, only: Parameters<typeof PEOPLE.hrefOf>[0] | undefined, more: boolean) {
  const router = useRouter();
  const [opening, setOpening] = useState(false);
  const [several, setSeveral] = useState(false);
  useEffect(() => {
    if (!opening || !current) return;
    setOpening(false);
    setSeveral(more);
    if (only) router.push(PEOPLE.hrefOf(only));
  }, [opening, current, only, more, router]);
  const begin = (wanted: boolean) => {
    setOpening(wanted);
    if (!wanted) setSeveral(false);
  };
  return { several, begin };
}

type FieldProps = Pick<ComponentProps<typeof SearchBox>, "text" | "onText" | "field"> & {
  /** Called on Enter: opens the only match. */
  onOpen: () => void;
  /** Down: moves the focus to the rows. Returns false without rows. */
  onRows: () => boolean;
};

function PeopleField({ onOpen, onRows, ...rest }: FieldProps) {
  const t = useTranslations("people.search");
  const hintId = useId();
  return (
    <SearchBox
      {...rest}
      label={t("label")}
      clearLabel={t("clear")}
      // The search field is the page's only purpose.
      autoFocus
      enterKeyHint="go"
      autoCapitalize="none"
      maxLength={PEOPLE_TEXT_MAX}
      aria-describedby={hintId}
      aria-keyshortcuts="/"
      placeholder={t("placeholder")}
      onKeyDown={(event) => {
        if (event.key === "Enter") onOpen();
        if (event.key === "ArrowDown" && onRows()) event.preventDefault();
      }}
      className="basis-full @2xl:max-w-md @2xl:basis-auto"
    >
      <p id={hintId} className="sr-only">
        {t("hint")}
      </p>
    </SearchBox>
  );
}
