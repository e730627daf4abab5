import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { askAgain, loadMore } from "./refetch.ts";

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A list of two pages whose answers are given by hand, and that tells the version it had when it was asked. */
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
    happen: () => {
      version += 1;
    },
    pages: () => observer.getCurrentResult().data?.pages,
  };
}

it("news that come while the next page is loaded lose neither", async () => {
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

it("the next page that is asked for while news are loaded loses neither", async () => {
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
