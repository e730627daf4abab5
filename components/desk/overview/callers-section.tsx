"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { Loaded } from "#components/kit/loaded.tsx";
import { SearchBox } from "#components/kit/search-box.tsx";
import { EmptySection, Section } from "#components/kit/section.tsx";
import { useShownCount } from "#components/kit/words.tsx";
import { failedLookupsOptions, setPeopleSearchText } from "#lib/core/browser/people.ts";
import { PEOPLE_FILTER, PEOPLE_TEXT_MAX } from "#lib/core/contract/people/people-search.ts";
import { Button } from "@/components/ui/button";

/** For support during calls: the search of people, and the failed lookups that callers ask about. */
export function CallersSection() {
  const t = useTranslations("overview-parts.callers");
  return (
    <Section id="callers" title={t("title")}>
      <div className="space-y-4">
        <PeopleSearch />
        <FailedLookups />
      </div>
    </Section>
  );
}

/** The typed text is passed on in memory: it may not stand in an address. */
function PeopleSearch() {
  const t = useTranslations("overview-parts.callers");
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [text, setText] = useState("");
  const search = () => {
    setPeopleSearchText(text.trim());
    router.push("/people");
  };
  return (
    <div className="flex max-w-2xl items-start gap-2">
      <SearchBox
        label={t("label")}
        clearLabel={t("clear")}
        placeholder={t("label")}
        text={text}
        onText={setText}
        field={field}
        // As on the page of people: support opens this page to search.
        autoFocus
        enterKeyHint="search"
        autoCapitalize="none"
        maxLength={PEOPLE_TEXT_MAX}
        aria-describedby={hintId}
        onKeyDown={(event) => {
          if (event.key === "Enter") search();
        }}
      >
        <p id={hintId} className="sr-only">
          {t("hint")}
        </p>
      </SearchBox>
      <Button onClick={search}>{t("search")}</Button>
    </div>
  );
}

function FailedLookups() {
  const t = useTranslations("overview-parts.callers");
  const shown = useShownCount();
  return (
    <div className="space-y-1.5 text-sm">
      <h3 className="text-muted-foreground text-xs">{t("lookups")}</h3>
      <Loaded query={useQuery(failedLookupsOptions())} label={t("loading")} height="h-6" failed={() => t("failed")}>
        {({ items }) => {
          const some = items.filter(({ count }) => count !== 0);
          if (some.length === 0) return <EmptySection>{t("none")}</EmptySection>;
          return (
            <ul className="flex flex-wrap gap-x-6 gap-y-1">
              {some.map(({ outcome, count }) => (
                <li key={outcome}>
                  <Link
                    href={`/people?${PEOPLE_FILTER.write({ outcome: [outcome] })}`}
                    className="inline-flex min-h-6 items-center gap-2 underline-offset-2 hover:underline"
                  >
                    <PeopleOutcomeMark outcome={outcome} />
                    <span className="font-medium tabular-nums">{shown(count)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </div>
  );
}
