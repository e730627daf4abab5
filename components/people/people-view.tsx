"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Chip, FilterChips } from "#components/list/filter-chips.tsx";
import { IgnoredNote } from "#components/list/ignored-note.tsx";
import { ListBody } from "#components/list/list-body.tsx";
import { totalOf } from "#components/list/query-state.ts";
import { useLiveRows } from "#components/list/rows/use-live-rows.ts";
import { type FilterFormat, useFilter } from "#components/list/use-filter.ts";
import { WaitingRows } from "#components/list/waiting-rows.tsx";
import { peopleSearchOptions, seekPeople } from "#lib/browser/people.ts";
import {
  EMPTY_PEOPLE_FILTER,
  type PeopleFilter,
  readPeopleFilter,
  writePeopleFilter,
} from "#lib/contract/people/people-search.ts";
import { FailedSearch, NobodyFound, NobodyYet } from "./list-states.tsx";
import { OutcomeFilter } from "./outcome-filter.tsx";
import { PeopleField } from "./people-field.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PeopleTotal } from "./people-total.tsx";
import { personHref, personKey } from "./person-place.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { useSought } from "./use-sought.ts";

/** What of the search stands in the address: the text does not. */
const FORMAT: FilterFormat<PeopleFilter> = { read: readPeopleFilter, write: writePeopleFilter };

/** Everybody of every verification: type a name or a CURP, Enter, the card. Live, and yet still while one is in it. */
export function PeopleView() {
  const t = useTranslations("people");
  const router = useRouter();
  const words = useTranslations("people.outcomes");
  const { filter, ignored, change } = useFilter(FORMAT);
  const { outcome } = filter;
  const { text, settled, settle } = useSought();
  const q = settled.trim() || null;
  const query = useInfiniteQuery(peopleSearchOptions({ q, outcome }));
  const { rows, list, updated, zone, more, focusRows, showWaiting } = useLiveRows(`${outcome} ${q}`, query, personKey);
  const field = useRef<HTMLInputElement>(null);
  const focusField = useCallback(() => field.current?.focus(), []);
  const total = totalOf(query);

  // Enter may come before the answer: the first who is found is opened then.
  const [opening, setOpening] = useState(false);
  const current = text === settled && !query.isPlaceholderData && query.data !== undefined;
  const [first] = rows;
  useEffect(() => {
    if (!opening || !current) return;
    setOpening(false);
    if (first) router.push(personHref(first));
  }, [opening, current, first, router]);

  const chips = outcome.map(
    (value): Chip<PeopleFilter> => ({
      key: value,
      name: t("search.outcome"),
      value: words(value),
      without: { outcome: outcome.filter((other) => other !== value) },
    }),
  );
  return (
    <div className="@container">
      <h1 className="sr-only">{t("page")}</h1>
      <IgnoredNote ignored={ignored} />
      <section aria-label={t("search.tools")} className="flex flex-wrap items-center gap-2 pb-3">
        <PeopleField
          text={text}
          onText={(next) => {
            setOpening(false);
            seekPeople(next);
          }}
          onOpen={() => {
            if (text.trim() === "") return;
            settle();
            setOpening(true);
          }}
          onRows={focusRows}
          field={field}
        />
        <OutcomeFilter outcome={outcome} onChange={(outcome) => change({ outcome })} />
        <PeopleTotal total={total} list={list} outdated={query.isPlaceholderData} />
      </section>
      <FilterChips chips={chips} empty={EMPTY_PEOPLE_FILTER} change={change} focusElsewhere={focusField} />
      <ListBody
        {...zone}
        query={query}
        failure={(failure) => <FailedSearch {...failure} focusElsewhere={focusField} />}
        loading={
          <>
            <p role="status" className="sr-only">
              {t("search.searching")}
            </p>
            <SkeletonRows />
          </>
        }
        none={
          rows.length === 0 &&
          (q === null && outcome.length === 0 ? (
            <NobodyYet focusElsewhere={focusField} />
          ) : (
            <NobodyFound
              narrowed={outcome.length > 0}
              onWiden={() => change(EMPTY_PEOPLE_FILTER)}
              focusElsewhere={focusField}
            />
          ))
        }
        waiting={
          <WaitingRows onShow={showWaiting}>{updated > 0 ? t("updated", { count: updated }) : null}</WaitingRows>
        }
      >
        <PeopleTable
          rows={rows}
          total={total}
          outdated={query.isPlaceholderData}
          firstIsMeant={q !== null && current}
          focusField={focusField}
          onNearEnd={more}
        />
      </ListBody>
    </div>
  );
}
