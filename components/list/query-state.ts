import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";

/** A list that is asked for by keyset pages. */
export type ListQuery<Row, Total> = UseInfiniteQueryResult<InfiniteData<{ items: readonly Row[]; total: Total }>>;

/** The same of whatever rows, counted or not. */
export type PagedQuery = UseInfiniteQueryResult<InfiniteData<{ items: readonly unknown[] }>>;

type State = Pick<PagedQuery, "dataUpdatedAt" | "errorUpdateCount" | "isPending" | "fetchStatus">;

/** A list that never came stays a failed one while it is tried again, as news make it do: no flicker between the two. */
export const hasFailed = ({ dataUpdatedAt, errorUpdateCount, isPending, fetchStatus }: State): boolean =>
  dataUpdatedAt === 0 && (errorUpdateCount > 0 || (isPending && fetchStatus === "paused"));

/** How many there are in all, as the page that came last has it. */
export const totalOf = <Total>(query: ListQuery<unknown, Total>): Total | undefined =>
  hasFailed(query) ? undefined : query.data?.pages.at(-1)?.total;
