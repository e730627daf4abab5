"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDue } from "#components/desk/review/review-marks.tsx";
import { Workload } from "#components/desk/review/workload.tsx";
import { ChangedSince } from "#components/desk/verifications/changed-since.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { FilterPanel } from "#components/kit/list/filter-panel.tsx";
import { IgnoredNote, StaleNote } from "#components/kit/list/list-states.tsx";
import { useFilter } from "#components/kit/list/use-filter.ts";
import { PageHeader } from "#components/kit/page-header.tsx";
import { Section } from "#components/kit/section.tsx";
import { useClock } from "#components/kit/time.tsx";
import { useShownCount } from "#components/kit/words.tsx";
import { addressOfMorning, MORNING, type Morning } from "#lib/core/contract/verifications/morning.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { morningOptions } from "#lib/desk/browser/morning.ts";
import { DESK, type Lane } from "#lib/desk/contract/review/lanes.ts";
import { type ListCount, lowerBoundOf } from "#lib/platform/contract/pages.ts";
import { Skeleton } from "@/components/ui/skeleton";
import { MorningSections } from "./morning-sections.tsx";
import { NextFiles, TakeNext } from "./next-files.tsx";
import { CountCard, OverviewFailed } from "./overview-counts.tsx";

/** The morning page of an officer: their tasks, and the news since a time. `children` are below the greeting. */
export function MorningView({ children }: { children: ReactNode }) {
  const overview = useTranslations("overview");
  const { filter, ignored, change } = useFilter(MORNING);
  const query = useQuery({
    ...morningOptions(filter.since),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  return (
    <div className="space-y-4">
      <IgnoredNote ignored={ignored} />
      <PageHeader title={overview("title")} shown={<Greeting />}>
        <Since at={data?.since} onChange={(since) => change({ since })} />
        <TakeNext />
      </PageHeader>
      {children}
      {data ? (
        <div aria-busy={isPlaceholderData} className="space-y-4">
          <StaleNote query={query} />
          <Counts {...data} />
          <NextFiles {...data} />
          <MorningSections {...data} />
          <Changed {...data} />
          <Team team={data.team} />
        </div>
      ) : query.isError ? (
        <OverviewFailed query={query} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const NOON = 12;
const EVENING = 19;

/** The greeting depends on the reader's clock, and uses the first name. */
function Greeting() {
  const t = useTranslations("morning.greeting");
  const timeZone = useTimeZone();
  const { name } = useCurrentUser();
  const hour = Number(
    new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone }).format(useClock()),
  );
  const part = hour < NOON ? "morning" : hour < EVENING ? "afternoon" : "evening";
  return t(part, { name: name.split(" ")[0] ?? name });
}

/** Within this time a weekday identifies a day. */
const WEEKDAY_WITHIN_MS = 6 * 24 * 60 * 60 * 1000;

/** Start of the reported period, once it is known. */
function Since({ at, onChange }: { at: string | undefined; onChange: (since: string | null) => void }) {
  const t = useTranslations("morning");
  const format = useFormatter();
  const now = useClock();
  const shown = (date: Date) =>
    format.dateTime(date, {
      ...(now.getTime() - date.getTime() < WEEKDAY_WITHIN_MS
        ? { weekday: "short" }
        : { day: "numeric", month: "short", year: "numeric" }),
      hour: "numeric",
      minute: "2-digit",
    });
  return (
    <FilterPanel
      label={at === undefined ? t("sinceWhen") : t("since", { at: shown(new Date(at)) })}
      count={0}
      panelClassName="w-72"
    >
      <ChangedSince since={null} onChange={onChange} />
    </FilterPanel>
  );
}

/** In their fixed order. */
const CARDS = ["mine", "unassigned", "due_today", "due_dates", "to_approve", "returned"] as const;

const laneAddress = (lane: Lane) => `/review?${DESK.write({ lane, file: null })}`;

/** The numbers of the user's work, each with a link to its files; zeros are one line. */
export function Counts({ since, counts, mine, unassigned, due_next, to_approve, due_dates }: Morning) {
  const t = useTranslations("morning");
  const due = useDue();
  const next = due_next === null ? null : due(due_next);
  const cards: Record<(typeof CARDS)[number], { count: ListCount; href: string; detail?: string | false }> = {
    mine: {
      count: mine.count,
      href: laneAddress("mine"),
      detail: mine.overdue !== 0 && t("overdue", { count: lowerBoundOf(mine.overdue) }),
    },
    unassigned: {
      count: unassigned.count,
      href: laneAddress("unassigned"),
      detail: unassigned.oldest_due !== null && t("oldestDue", { at: due(unassigned.oldest_due).short }),
    },
    due_today: {
      count: counts.due_today,
      href: addressOfMorning("due_today", since),
      detail: next?.kind === "today" && t("nextDue", { at: next.short }),
    },
    due_dates: {
      count: due_dates?.count ?? 0,
      href: laneAddress("dates"),
      detail: due_dates !== null && due_dates.overdue !== 0 && t("overdue", { count: lowerBoundOf(due_dates.overdue) }),
    },
    to_approve: { count: to_approve, href: laneAddress("approval") },
    returned: { count: counts.returned, href: addressOfMorning("returned", since) },
  };
  const shown = CARDS.filter((card) => card !== "due_dates" || due_dates !== null);
  const none = shown.filter((card) => cards[card].count === 0);
  return (
    <>
      <dl className="grid gap-x-3 gap-y-1.5 empty:hidden sm:grid-cols-3 sm:gap-y-3 xl:grid-cols-5">
        {shown.map((card) => {
          const { count, href, detail } = cards[card];
          if (count === 0) return null;
          return (
            <CountCard key={card} label={t(`counts.${card}`)} count={count} href={href} {...(detail && { detail })} />
          );
        })}
      </dl>
      {none.length > 0 && (
        <p className="text-muted-foreground text-sm first-letter:uppercase">
          {none.length === shown.length ? t("nothing") : none.map((card) => t(`none.${card}`)).join(" · ")}
        </p>
      )}
    </>
  );
}

/** Files that have changed since the time, as a link to them. */
function Changed({ since, counts: { changed } }: Morning) {
  const t = useTranslations("morning");
  const shown = useShownCount();
  if (changed === 0) return null;
  return (
    <p className="text-sm">
      <Link href={addressOfMorning("changed", since)} className="text-primary underline-offset-2 hover:underline">
        {t("changed", { count: lowerBoundOf(changed), shown: shown(changed) })}
      </Link>
    </p>
  );
}

/** The workload of each officer, if there are several. */
function Team({ team }: Pick<Morning, "team">) {
  const t = useTranslations("morning");
  if (team.length < 2) return null;
  return (
    <Section id="team" title={t("team")}>
      <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {team.map(({ user_id, name, ...load }) => (
          <li key={user_id} className="flex items-baseline justify-between gap-3">
            <Link
              href={`/verifications?${VERIFICATION_FILTER.write({ ...VERIFICATION_FILTER.empty, review: ["open"], assignee: [user_id], sort: "due" })}`}
              className="min-w-0 truncate underline-offset-2 hover:underline"
            >
              {name}
            </Link>
            <Workload load={load} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Waiting() {
  const t = useTranslations("overview");
  return (
    <div role="status" className="grid gap-x-3 gap-y-1.5 sm:grid-cols-3 sm:gap-y-3 xl:grid-cols-5">
      <span className="sr-only">{t("loading")}</span>
      {CARDS.map((card) => (
        <Skeleton key={card} className="h-14 sm:h-20" />
      ))}
    </div>
  );
}
