import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { usePassingFocus } from "#components/kit/passing-focus.ts";
import { SectionBoundary } from "#components/kit/section-boundary.tsx";
import { SkipLink } from "#components/kit/skip-link.tsx";
import { Waiting } from "#components/kit/waiting.tsx";
import { loadMore } from "#lib/platform/browser/query-client.ts";
import type { ActiveFilter } from "#lib/platform/contract/url-parameters.ts";
import { Button } from "@/components/ui/button";
import { type FilterWords, ListChips } from "./filter-chips.tsx";
import { IgnoredNote, ListFailure, ListMessage, NothingMatches, StaleNote } from "./list-states.tsx";
import { type ListName, WaitingRows } from "./live-notes.tsx";
import type { ListFilter } from "./use-filter.ts";
import { hasFailed, type LiveList } from "./use-live-rows.ts";

type Props<Filter, Row> = {
  /** Namespace of the list's messages, under `page`. */
  of: ListName;
  filter: ListFilter<Filter>;
  wordsOf: (applied: readonly ActiveFilter<Filter>[]) => FilterWords[];
  list: LiveList<Row, unknown>;
  /** Replaces the hidden heading. */
  heading?: ReactNode;
  toolbar: ReactNode;
  /** Between the filters and the rows. */
  notice?: ReactNode;
  icon: ReactNode;
  whenEmpty?: ReactNode;
  whenNothing?: ReactNode;
  /** Whether any filter hides rows; the default is the state of `filter`. */
  narrowed?: boolean;
  skeleton: ReactNode;
  children: ReactNode;
};

export function ListPage<Filter, Row>({ of, filter, wordsOf, list, ...rest }: Props<Filter, Row>) {
  const { heading, toolbar, notice, icon, whenEmpty, narrowed = filter.narrowed, skeleton, children } = rest;
  const t = useTranslations(`${of}.page`);
  const skip = useTranslations("list");
  const head = heading ?? <h1 className="sr-only">{t("title")}</h1>;
  const { query, rows, zone, focusField } = list;
  const words = wordsOf(filter.applied);
  usePageKeys((event) => {
    if (event.key !== "/" || event.altKey) return;
    event.preventDefault();
    list.field.current?.select();
  });
  return (
    <div className="list-page @container">
      <SkipLink href="#rows" onClick={(event) => list.focusRows() && event.preventDefault()}>
        {skip("skip")}
      </SkipLink>
      {head}
      <IgnoredNote ignored={filter.ignored} />
      <div className="contents print:hidden">{toolbar}</div>
      <ListChips filter={filter} words={words} focusElsewhere={focusField} />
      {notice}
      <StaleNote query={query} />
      <div id="rows" {...zone}>
        {hasFailed(query) ? (
          <ListFailure of={of} query={query} focusElsewhere={focusField} />
        ) : !query.data ? (
          <Waiting label={t("loading")}>{skeleton}</Waiting>
        ) : rows.length > 0 ? (
          <>
            <SectionBoundary of="list">{children}</SectionBoundary>
            <ListEnd query={query} />
          </>
        ) : narrowed ? (
          <NothingMatches of={of} filter={filter} words={words} focusElsewhere={focusField}>
            {rest.whenNothing}
          </NothingMatches>
        ) : (
          <ListMessage role="status" icon={icon} title={t("empty.title")} focusElsewhere={focusField}>
            <p>{t("empty.why")}</p>
            {t.has("empty.what") && <p>{t("empty.what")}</p>}
            {whenEmpty}
          </ListMessage>
        )}
        <WaitingRows list={list} />
      </div>
    </div>
  );
}

type EndQuery = Parameters<typeof loadMore>[0] &
  Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError">;

/** The end of the loaded rows, with a button for the next page, for users who arrive before the automatic request. */
export function ListEnd({ query }: { query: EndQuery }) {
  const t = useTranslations("list.more");
  const { isFetchingNextPage: loading, isFetchNextPageError: failed, hasNextPage } = query;
  const said = useRef<HTMLDivElement>(null);
  const state = loading ? "loading" : failed ? "failed" : hasNextPage ? "more" : "end";
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-center gap-3 py-2 text-[0.8125rem]">
      <Announced
        as="p"
        ref={said}
        tabIndex={-1}
        className={state === "failed" ? "text-center" : "text-muted-foreground"}
      >
        {state === "failed" ? t("failed") : state === "end" ? t("end") : null}
      </Announced>
      {state !== "end" && <p className="hidden print:block">{t("printed")}</p>}
      {state !== "end" && (
        <PassingButton
          focusElsewhere={() => said.current?.focus({ preventScroll: true })}
          aria-disabled={loading}
          onClick={() => {
            if (!loading) void loadMore(query);
          }}
        >
          {state === "loading" ? t("loading") : state === "failed" ? t("retry") : t("load")}
        </PassingButton>
      )}
    </div>
  );
}

type PassingProps = ComponentProps<typeof Button> & { focusElsewhere: () => void };

/** A button that is removed when all rows are loaded; its focus moves on. */
function PassingButton({ focusElsewhere, ...rest }: PassingProps) {
  return <Button ref={usePassingFocus<HTMLButtonElement>(focusElsewhere)} variant="outline" size="sm" {...rest} />;
}
