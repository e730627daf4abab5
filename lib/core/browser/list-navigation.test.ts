import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { VerificationList } from "#lib/core/contract/verifications/verification.ts";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { beginAtList, currentNavigation, extendNavigation, navigationFrom, neighboursOf } from "./list-navigation.ts";
import { verificationListOptions, verificationPage } from "./verification-list.ts";

const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 30 });

describe("neighboursOf", () => {
  it("walks through the whole list with next, and back with previous", () => {
    fc.assert(
      fc.property(ids, (list) => {
        const there = [list[0] ?? ""];
        for (let next = neighboursOf(list, there[0] ?? "")?.next; next; next = neighboursOf(list, next)?.next) {
          there.push(next);
        }
        expect(there).toEqual(list);
        for (const [index, id] of list.entries()) {
          expect(neighboursOf(list, id)).toMatchObject({ position: index + 1, previous: list[index - 1] ?? null });
        }
      }),
    );
  });

  it("returns no neighbours for a file outside the list", () => {
    expect(neighboursOf(["a"], "b")).toBeNull();
  });
});

const hrefOf = ({ verification_id }: { verification_id: string }) => `/verifications/${verification_id}`;
const list = (filter = VERIFICATION_FILTER.empty) => ({
  queryKey: verificationListOptions(filter).queryKey,
  page: (cursor: string, signal: AbortSignal) => verificationPage(filter, cursor, signal),
  hrefOf,
});
const hrefs = (...ids: string[]) => ids.map((verification_id) => hrefOf({ verification_id }));

describe("navigationFrom", () => {
  const listed = (...names: string[]) =>
    ({
      items: names.map((verification_id) => ({ verification_id })),
      next_cursor: "more",
      total: 9,
    }) as unknown as VerificationList;
  const setList = (client: ReturnType<typeof makeQueryClient>, ...names: string[]) =>
    client.setQueryData(verificationListOptions(VERIFICATION_FILTER.empty).queryKey, {
      pages: [listed(...names)],
      pageParams: [null],
    });

  it("keeps the order in which the reader left the list, even when the list changes", () => {
    const client = makeQueryClient();
    setList(client, "a", "b", "c");
    beginAtList(list());
    const [, b = ""] = hrefs("a", "b");
    expect(navigationFrom(client, b)).toMatchObject({ hrefs: hrefs("a", "b", "c"), nextCursor: "more", total: 9 });
    setList(client, "b", "a", "c");
    expect(navigationFrom(client, b)?.hrefs).toEqual(hrefs("a", "b", "c"));
    beginAtList(list());
    expect(navigationFrom(client, b)?.hrefs).toEqual(hrefs("b", "a", "c"));
    client.clear();
  });

  it("returns nothing for a file outside the list", () => {
    const client = makeQueryClient();
    setList(client, "a");
    beginAtList(list());
    expect(navigationFrom(client, "/verifications/b")).toBeNull();
    client.clear();
  });
});

describe("extendNavigation", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Answers like the list's handler, and records the addresses. */
  function answering(status: number, body: unknown): string[] {
    const requested: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      requested.push(path);
      return new Response(JSON.stringify(body), { status });
    });
    return requested;
  }
  /** A navigation that has begun. */
  function begun() {
    const client = makeQueryClient();
    const filter = { ...VERIFICATION_FILTER.empty, q: "exp-1" };
    const items = ["a", "b"].map((verification_id) => ({ verification_id }));
    const page = { items, next_cursor: "c1", total: 3 } as unknown as VerificationList;
    client.setQueryData(verificationListOptions(filter).queryKey, { pages: [page], pageParams: [null] });
    beginAtList(list(filter));
    const navigation = navigationFrom(client, "/verifications/a");
    client.clear();
    if (!navigation) throw new Error("there is no such list");
    return navigation;
  }
  const { signal } = new AbortController();

  it("loads the next page of the list with the same filter and keeps the places", async () => {
    const items = [{ verification_id: "b" }, { verification_id: "c" }];
    const requested = answering(200, { items, next_cursor: null, total: 4 });
    const longer = await extendNavigation(begun(), signal);
    expect(longer).toMatchObject({ hrefs: hrefs("a", "b", "c"), nextCursor: null, total: 4 });
    expect(currentNavigation()).toEqual(longer);
    expect(requested).toEqual(["/api/verifications?q=exp-1&cursor=c1&limit=200"]);
    expect(await extendNavigation(longer, signal)).toBe(longer);
    expect(requested).toHaveLength(1);
  });

  it("stays the same when the list does not answer", async () => {
    const before = begun();
    answering(500, {});
    await expect(extendNavigation(before, signal)).rejects.toThrow();
    expect(currentNavigation()).toBe(before);
  });
});
