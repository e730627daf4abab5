import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type Scroller, useLiveRows } from "#components/kit/list/use-live-rows.ts";
import { verificationListOptions } from "#lib/core/browser/verification-list.ts";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { filterOfLane, type Lane } from "#lib/desk/contract/review/lanes.ts";

/** From this width on, the queue is beside the file and has its own scroll position. */
const WIDE = "(width >= 64rem)";

export const idOf = ({ verification_id }: VerificationSummary): string => verification_id;

/** The files of a lane without the files completed here. Live updates do not move rows while a user is in the list. */
export function useQueue(lane: Lane) {
  const box = useRef<HTMLDivElement>(null);
  const scroller = useMemo(() => scrollerOf(box), []);
  const options = verificationListOptions(filterOfLane(lane));
  const query = useInfiniteQuery(options);
  const list = useLiveRows(lane, query, idOf, scroller);
  /** The completed files with the version of their review at that time; null if the file was already absent from the list. */
  const [completed, setCompleted] = useState<ReadonlyMap<string, string | null>>(new Map());
  const rows = useMemo(
    () => list.rows.filter((row) => row.review === null || completed.get(idOf(row)) !== row.review.version),
    [list.rows, completed],
  );
  // A file whose decision was undone returns at once, even into a list whose updates are on hold.
  const returns = useMemo(() => {
    const shown = new Set(list.rows.map(idOf));
    const isBack = (row: VerificationSummary) =>
      completed.has(idOf(row)) && completed.get(idOf(row)) !== row.review?.version && !shown.has(idOf(row));
    return completed.size > 0 && list.fresh.some(isBack);
  }, [list.rows, list.fresh, completed]);
  const isEmpty = useIsEmpty(lane, query, rows.length === 0 && !list.outdated);
  const show = useEffectEvent(list.show);
  useEffect(() => {
    if (returns) show();
  }, [returns]);
  const leave = (id: string) => {
    const version = rows.find((row) => idOf(row) === id)?.review?.version ?? null;
    setCompleted((known) => new Map(known).set(id, version));
  };
  return {
    ...list,
    rows,
    box,
    isEmpty,
    leave,
    hasLeft: (id: string) => completed.has(id),
    /** Returns the file to the list, since its step failed. */
    stay: (id: string) => setCompleted((known) => new Map([...known].filter(([other]) => other !== id))),
    /** The file after this one. Null while the rows are still those of the previous lane. */
    after: (id: string): string | null => (list.outdated ? null : neighbourOf(rows.map(idOf), id)),
  };
}

/**
 * Whether a lane is known to be empty. Rows that were removed locally before a refetch do not count; after an empty
 * answer, a refetch in the background does not change the result.
 */
function useIsEmpty(lane: Lane, { data, isFetching }: { data: unknown; isFetching: boolean }, none: boolean): boolean {
  const [known, setKnown] = useState<Lane | null>(null);
  const isEmpty = none && data !== undefined && (!isFetching || known === lane);
  const next = isEmpty ? lane : null;
  if (known !== next) setKnown(next);
  return isEmpty;
}

export type Queue = ReturnType<typeof useQueue>;

const scrollerOf = (box: { readonly current: HTMLElement | null }): Scroller => {
  const own = () => (window.matchMedia(WIDE).matches ? box.current : null);
  return {
    offset: () => own()?.scrollTop ?? window.scrollY,
    toTop: () => (own() ?? window).scrollTo(0, 0),
  };
};

/** The id below, else the id above; for an id outside the list, the first. Null without another id. */
export function neighbourOf(ids: readonly string[], id: string): string | null {
  const index = ids.indexOf(id);
  return ids[index + 1] ?? ids[index - 1] ?? null;
}
