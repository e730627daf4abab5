import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

type Clock<Item> = {
  /** Whether somebody waits for what becomes of it. */
  isMoving: (item: Item) => boolean;
  /** Milliseconds until it is asked again while one is, and while none is: another admin may begin one. */
  movingMs: number;
  calmMs: number;
};

/** A list that goes on without this page: asked again by the clock. */
export const clockedList = <Item>(
  queryKey: readonly [string],
  path: string,
  { isMoving, movingMs, calmMs }: Clock<Item>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await api<{ items: Item[] }>(path, { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? movingMs : calmMs),
    staleTime: 0,
  });
