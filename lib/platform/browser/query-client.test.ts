import { InfiniteQueryObserver, QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { deliveryListOptions } from "#lib/core/browser/deliveries.ts";
import { peopleSearchOptions } from "#lib/core/browser/people.ts";
import { verificationListOptions } from "#lib/core/browser/verification-list.ts";
import { DELIVERY_FILTER } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { askAgain, loadMore, makeQueryClient, paced } from "./query-client.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A list of two pages answered by hand, with its version at the request. */
async function openList() {
  let version = 1;
  const waiting: (() => void)[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } });
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["list"],
    queryFn: ({ pageParam, signal }) =>
      new Promise<string>((resolve, reject) => {
        const answer = `page ${pageParam} as of ${version}`;
        signal.addEventListener("abort", () => reject(new Error("cancelled")));
        waiting.push(() => resolve(answer));
      }),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
  });
  observer.subscribe(() => undefined);
  const answerAll = async () => {
    for (let turn = 0; turn < 5; turn++) {
      for (const answer of waiting.splice(0)) answer();
      await settle();
    }
  };
  await answerAll();
  return {
    client,
    answerAll,
    more: () => loadMore(observer.getCurrentResult()),
    shown: () => observer.getCurrentResult(),
    happen: () => {
      version += 1;
    },
    pages: () => observer.getCurrentResult().data?.pages,
  };
}

it("updates during the load of the next page lose no rows", async () => {
  const list = await openList();
  const more = list.more();
  await settle();
  list.happen();
  const again = askAgain(list.client, ["list"]);
  await settle();
  await list.answerAll();
  await Promise.all([more, again]);
  expect(list.pages()).toEqual(["page 1 as of 2", "page 2 as of 2"]);
});

it("the next page requested during a refetch loses no rows", async () => {
  const list = await openList();
  list.happen();
  const again = askAgain(list.client, ["list"]);
  await settle();
  const pressed = [list.more(), list.more()];
  await settle();
  await list.answerAll();
  await Promise.all([again, ...pressed]);
  expect(list.pages()).toEqual(["page 1 as of 2", "page 2 as of 2"]);
});

it("the next page loads even if a refetch has begun since the button was rendered", async () => {
  const list = await openList();
  const shown = list.shown();
  const again = askAgain(list.client, ["list"]);
  await settle();
  const pressed = loadMore(shown);
  await settle();
  await list.answerAll();
  await Promise.all([again, pressed]);
  expect(list.pages()).toHaveLength(2);
});

describe("an update that arrives during a request", () => {
  /** A file answered by hand, with its version at the request. */
  function openFile() {
    let version = 1;
    const waiting: (() => void)[] = [];
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
    const options = {
      queryKey: ["file"],
      queryFn: () =>
        new Promise<number>((resolve) => {
          const answer = version;
          waiting.push(() => resolve(answer));
        }),
    };
    const observer = new QueryObserver(client, options);
    return {
      client,
      options,
      show: () => observer.subscribe(() => undefined),
      shown: () => observer.getCurrentResult().data,
      change: () => {
        version += 1;
        return askAgain(client, ["file"]);
      },
      answer: async () => {
        for (const answer of waiting.splice(0)) answer();
        await settle();
      },
      requested: () => waiting.length,
    };
  }

  it("is not lost to a prefetched answer: an open file is requested again", async () => {
    const file = openFile();
    void file.client.prefetchQuery(file.options);
    void file.change();
    await file.answer();
    expect(file.requested()).toBe(0);
    const leave = file.show();
    expect(file.shown()).toBe(1);
    await file.answer();
    expect(file.shown()).toBe(2);
    leave();
  });

  it.each(["first", "next"])("requests the open file again after its %s answer", async (which) => {
    const file = openFile();
    const leave = file.show();
    if (which === "next") {
      await file.answer();
      void file.change();
    }
    const changed = file.change();
    await file.answer();
    await file.answer();
    await changed;
    expect(file.shown()).toBe(which === "first" ? 2 : 3);
    leave();
  });

  it("does not delay queries of other files", async () => {
    const file = openFile();
    void file.client.prefetchQuery({ queryKey: ["file", "slow"], queryFn: () => new Promise(() => undefined) });
    const leave = file.show();
    await file.answer();
    void file.change();
    await file.answer();
    expect(file.shown()).toBe(2);
    leave();
  });
});

describe("batched runs", () => {
  /** Work that ends on command. */
  function manual() {
    const runs: { added: number[]; end: () => void; fail: (error: Error) => void }[] = [];
    const add = paced<number>(
      (added) =>
        new Promise<void>((end, fail) => {
          runs.push({ added, end, fail });
        }),
      EVERY_MS,
    );
    return { runs, add };
  }
  const EVERY_MS = 500;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settle = () => vi.advanceTimersByTimeAsync(EVERY_MS);

  test("entries added during a run are handled together in the next one", async () => {
    const { runs, add } = manual();
    add([1]);
    add([2]);
    add([3, 4]);
    expect(runs.map((run) => run.added)).toEqual([[1]]);
    runs[0]?.end();
    await settle();
    expect(runs.map((run) => run.added)).toEqual([[1], [2, 3, 4]]);
  });

  test("two runs start no closer together than the pace, however short they are", async () => {
    const { runs, add } = manual();
    add([1]);
    add([2]);
    runs[0]?.end();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(runs.map((run) => run.added)).toEqual([[1]]);
    add([3]);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs.map((run) => run.added)).toEqual([[1], [2, 3]]);
  });

  test("the first run after a pause starts at once", async () => {
    const { runs, add } = manual();
    add([1]);
    runs[0]?.end();
    await settle();
    add([2]);
    expect(runs.map((run) => run.added)).toEqual([[1], [2]]);
  });

  test("a failing run keeps no caller waiting", async () => {
    const { runs, add } = manual();
    add([1]);
    add([2]);
    runs[0]?.fail(new Error("away"));
    await settle();
    expect(runs.map((run) => run.added)).toEqual([[1], [2]]);
  });

  test("an empty addition starts no run", () => {
    const { runs, add } = manual();
    add([]);
    expect(runs).toEqual([]);
  });
});

describe("the query client", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** The number of timers after a query with these options was built. */
  function timersOf(options: { queryKey: QueryKey; gcTime?: number }): number {
    makeQueryClient()
      .getQueryCache()
      .build(makeQueryClient(), { queryKey: options.queryKey, gcTime: options.gcTime ?? 0 });
    return vi.getTimerCount();
  }

  it.each([
    ["the list", () => verificationListOptions(VERIFICATION_FILTER.empty)],
    ["deliveries", () => deliveryListOptions(DELIVERY_FILTER.empty)],
    ["people", () => peopleSearchOptions({ q: "ana", outcome: [] })],
  ])("leaves no timer for %s on the server, which would delay the end of the request", (_name, options) => {
    expect(timersOf(options())).toBe(0);
  });

  it("keeps unused queries in a browser for the cache time, and no longer", () => {
    vi.stubGlobal("window", {});
    expect(verificationListOptions(VERIFICATION_FILTER.empty).gcTime).toBe(30 * 60_000);
  });
});
