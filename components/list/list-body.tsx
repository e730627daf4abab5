"use client";

import type { ComponentProps, ReactNode } from "react";
import { ListEnd } from "./list-end.tsx";
import type { Failure } from "./list-failure.tsx";
import { hasFailed, type PagedQuery } from "./query-state.ts";
import { StaleNote } from "./stale-note.tsx";

type Props = ComponentProps<"div"> & {
  query: PagedQuery;
  failure: (failure: Pick<Failure, "error" | "onRetry">) => ReactNode;
  loading: ReactNode;
  /** In place of rows where there are none, else false. */
  none: ReactNode;
  /** What stands over the end of what one sees. */
  waiting: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** Which of its states a list is in: failed, on its way, without rows, or there, with the way on below its rows. */
export function ListBody({ query, failure, loading, none, waiting, children, ...zone }: Props) {
  const retry = () => query.refetch();
  return (
    <>
      {query.isRefetchError && query.data && <StaleNote onRetry={retry} />}
      <div {...zone}>
        {hasFailed(query)
          ? failure({ error: query.error ?? query.failureReason, onRetry: retry })
          : !query.data
            ? loading
            : none || (
                <>
                  {children}
                  <ListEnd query={query} />
                </>
              )}
        {waiting}
      </div>
    </>
  );
}
