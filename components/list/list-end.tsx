"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { loadMore } from "#lib/browser/query-client.ts";

type Query = Pick<
  UseInfiniteQueryResult,
  "isFetching" | "isFetchingNextPage" | "isFetchNextPageError" | "hasNextPage" | "fetchNextPage" | "refetch"
>;

/** The end of what is loaded, and the way on. Where further rows come by themselves it is for whoever gets here first. */
export function ListEnd({ query }: { query: Query }) {
  const t = useTranslations("list.more");
  const { isFetchingNextPage: loading, isFetchNextPageError: failed, hasNextPage } = query;
  const said = useRef<HTMLParagraphElement>(null);
  const state = loading ? "loading" : failed ? "failed" : hasNextPage ? "more" : "end";
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-center gap-3 py-2 text-[0.8125rem]">
      <p
        ref={said}
        role="status"
        tabIndex={-1}
        className={state === "failed" ? "text-center" : "text-muted-foreground"}
      >
        {state === "failed" ? t("failed") : state === "end" ? t("end") : null}
      </p>
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

/** It goes as soon as all rows are there, perhaps under the keyboard of whoever came to it first. */
function PassingButton({ focusElsewhere, ...rest }: PassingProps) {
  const button = useRef<HTMLButtonElement>(null);
  const moveFocus = useRef(focusElsewhere);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current === document.activeElement) moveFocus.current();
    };
  }, []);
  return <Button ref={button} variant="outline" size="sm" {...rest} />;
}
