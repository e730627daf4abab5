import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PositionedRow, RowsRequest } from "#lib/platform/contract/pages.ts";
import { askForRows, type LiveRows } from "./live-rows.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

type Row = PositionedRow & { value: number };
const row = (id: number, value = 0): Row => ({ verification_id: `ver_${id}`, place: [0, id, `ver_${id}`], value });
const idsOf = (rows: readonly Row[]) => rows.map(({ verification_id }) => verification_id);

/** A list with thirty rows a page, sorted by number, that counts its requests. Requests wait for `answer`. */
async function openList(count: number) {
  let all = Array.from({ length: count }, (_, index) => row(index));
  let outages = "none";
  const asked: RowsRequest[] = [];
  const pages: (string | null)[] = [];
  const waiting: (() => void)[] = [];
  const onCommand = <T>(answer: T): Promise<T> =>
    new Promise((resolve) => {
      waiting.push(() => resolve(answer));
    });
  let failure: Error | null = null;
  const rows: LiveRows = {
    request: async (request) => {
      asked.push(request);
      if (failure) throw failure;
      const end = request.until === null ? count : Number(request.until);
      const items = all.filter(({ place: [, number], verification_id: id }) => {
        return request.ids.includes(id) && Number(number) < end;
      });
      return onCommand({ items, total: request.total ? all.length : null, outages });
    },
    descending: false,
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } });
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["list", "all"],
    queryFn: ({ pageParam }) => {
      pages.push(pageParam);
      const from = Number(pageParam ?? 0);
      const items = all.filter(({ place: [, number] }) => Number(number) >= from).slice(0, 30);
      const next = from + 30 < count ? String(from + 30) : null;
      return onCommand({ items, next_cursor: next, total: all.length, outages });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { rows },
  });
  const leave = observer.subscribe(() => undefined);
  const answer = async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      for (const each of waiting.splice(0)) each();
      await settle();
    }
  };
  await answer();
  pages.length = 0;
  return {
    asked,
    pages,
    answer,
    leave,
    more: () => observer.fetchNextPage({ cancelRefetch: false }),
    change: (next: (rows: Row[]) => Row[]) => {
      all = next(all);
    },
    happen: (outage: string) => {
      outages = outage;
    },
    fail: (error: Error | null) => {
      failure = error;
    },
    hear: (...ids: number[]) =>
      askForRows(
        client,
        ["list"],
        ids.map((id) => `ver_${id}`),
      ),
    shown: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items) ?? [],
    total: () => observer.getCurrentResult().data?.pages.at(-1)?.total,
  };
}

const withValue = (id: number, value: number) => (rows: Row[]) =>
  rows.map((one) => (one.verification_id === `ver_${id}` ? { ...one, value } : one));

describe("a message about a file", () => {
  afterEach(() => void vi.useRealTimers());

  it("requests its row alone, and no count if the row stays", async () => {
    const list = await openList(70);
    list.change(withValue(3, 1));
    const heard = list.hear(3);
    await list.answer();
    await heard;
    expect(list.asked).toEqual([{ ids: ["ver_3"], until: "30", total: false }]);
    expect(list.pages).toEqual([]);
    expect(list.shown()[3]?.value).toBe(1);
  });

  it("removes a row that no longer matches from the pages, and inserts a newly matching row at its place", async () => {
    const list = await openList(29);
    list.change((rows) => rows.filter(({ verification_id: id }) => id !== "ver_4"));
    void list.hear(4);
    await list.answer();
    expect(idsOf(list.shown())).not.toContain("ver_4");
    list.change((rows) => [...rows.slice(0, 4), row(4, 2), ...rows.slice(4)]);
    void list.hear(4);
    await list.answer();
    expect(list.asked.map(({ total }) => total)).toEqual([false, true]);
    expect(list.shown()[4]).toEqual(row(4, 2));
    expect(list.total()).toBe(29);
    expect(list.pages).toEqual([]);
  });

  it("waits for a running request of a page, and is applied to its answer", async () => {
    const list = await openList(70);
    void list.more();
    list.change(withValue(3, 1));
    void list.hear(3);
    await settle();
    expect(list.asked).toEqual([]);
    await list.answer();
    expect(list.shown()).toHaveLength(60);
    expect(list.shown()[3]?.value).toBe(1);
  });

  it("requests its row again if a page has arrived meanwhile", async () => {
    const list = await openList(70);
    list.change(withValue(3, 1));
    void list.hear(3);
    await settle();
    void list.more();
    await list.answer();
    expect(list.asked.map(({ until }) => until)).toEqual(["30", "60"]);
    expect(list.shown()).toHaveLength(60);
    expect(list.shown()[3]?.value).toBe(1);
  });

  const few = [0, 1, 2, 3, 4, 5];
  it.each([
    { why: "the request for rows fails", failure: new Error("away") },
    { why: "it is about too many files", ids: Array.from({ length: 51 }, (_, index) => index) },
    { why: "outages have changed all rows", outages: "another" },
    { why: "few rows are left", ids: few, gone: few.length },
  ])("refetches the pages if $why", async ({ failure = null, ids = [3], outages = "none", gone = 0 }) => {
    const list = await openList(70);
    list.fail(failure);
    list.happen(outages);
    list.change((rows) => withValue(9, 1)(rows.slice(gone)));
    void list.hear(...ids);
    await list.answer();
    expect(list.pages).toEqual([null]);
    expect(list.shown().find(({ verification_id: id }) => id === "ver_9")?.value).toBe(1);
  });

  it("refetches the pages five minutes after their last fetch", async () => {
    const list = await openList(70);
    vi.useFakeTimers({ now: Date.now() + 5 * 60_000 + 1, toFake: ["Date"] });
    void list.hear(3);
    await list.answer();
    expect(list.pages).toEqual([null]);
    void list.hear(3);
    await list.answer();
    expect(list.pages).toEqual([null]);
  });

  it("requests nothing for a hidden list until it is shown", async () => {
    const list = await openList(70);
    list.leave();
    await list.hear(3);
    expect([list.asked, list.pages]).toEqual([[], []]);
  });
});
