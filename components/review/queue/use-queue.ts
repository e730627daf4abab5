"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type Scroller, useLiveRows } from "#components/list/use-live-rows.ts";
import { verificationListOptions } from "#lib/browser/verification-list.ts";
import { filterOfLane, type Lane } from "#lib/contract/review/lanes.ts";
import type { VerificationSummary } from "#lib/contract/verifications/verification.ts";

/** From this width on the queue is beside the file, and scrolls by itself. */
export const WIDE = "(width >= 64rem)";

export const idOf = ({ verification_id }: VerificationSummary): string => verification_id;

/** The files of a lane with live updates that do not move while a user is in them, without the files completed here. */
export function useQueue(lane: Lane) {
  const box = useRef<HTMLDivElement>(null);
  const scroller = useMemo(() => scrollerOf(box), []);
  const options = verificationListOptions(filterOfLane(lane));
  const query = useInfiniteQuery(options);
  const list = useLiveRows(lane, query, idOf, scroller);
  /** The completed files, with the versions of their reviews at that time; null for a file that had left the list. */
  const [left, setLeft] = useState<ReadonlyMap<string, string | null>>(new Map());
  const rows = useMemo(
    () => list.rows.filter((row) => row.review === null || left.get(idOf(row)) !== row.review.version),
    [list.rows, left],
  );
  // A file whose decision was undone returns at once, even into a list that is held for its reader.
  const returns = useMemo(() => {
    const shown = new Set(list.rows.map(idOf));
    const isBack = (row: VerificationSummary) =>
      left.has(idOf(row)) && left.get(idOf(row)) !== row.review?.version && !shown.has(idOf(row));
    return left.size > 0 && list.fresh.some(isBack);
  }, [list.rows, list.fresh, left]);
  const isEmpty = useIsEmpty(lane, query, rows.length === 0 && !list.outdated);
  const show = useEffectEvent(list.show);
  useEffect(() => {
    if (returns) show();
  }, [returns]);
  const leave = (id: string) => {
    const version = rows.find((row) => idOf(row) === id)?.review?.version ?? null;
    setLeft((known) => new Map(known).set(id, version));
  };
  return {
    ...list,
    rows,
    box,
    isEmpty,
    leave,
    hasLeft: (id: string) => left.has(id),
    /** Takes it in again: it was not dealt with. */
    stay: (id: string) => setLeft((known) => new Map([...known].filter(([other]) => other !== id))),
    /** The file that comes after this one. Rows of the lane before are still shown while those of a lane are requested. */
    after: (id: string): string | null => (list.outdated ? null : neighbourOf(rows.map(idOf), id)),
  };
}

/**
 * Whether a lane is known to be empty. Rows removed from the screen before a refetch prove nothing; after an empty
 * answer, a refetch in the background does not change the result.
 */
function useIsEmpty(lane: Lane, { data, isFetching }: { data: unknown; isFetching: boolean }, none: boolean): boolean {
  const [known, setKnown] = useState<Lane | null>(null);
  const is = none && data !== undefined && (!isFetching || known === lane);
  const next = is ? lane : null;
  if (known !== next) setKnown(next);
  return is;
}

export type Queue = ReturnType<typeof useQueue>;

const scrollerOf = (box: { readonly current: HTMLElement | null }): Scroller => {
  const own = () => (window.matchMedia(WIDE).matches ? box.current : null);
  return {
    offset: () => own()?.scrollTop ?? window.scrollY,
    toTop: () => (own() ?? window).scrollTo(0, 0),
  };
};

/** The id below, else the id above; the first for an id outside the list. Null without another id. */
export function neighbourOf(ids: readonly string[], id: string): string | null {
  const index = ids.indexOf(id);
  return ids[index + 1] ?? ids[index - 1] ?? null;
}
