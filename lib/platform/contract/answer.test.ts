import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesOf, everyEntry, firstText, otherFieldsOf, recordOf, UnreadableAnswer } from "./answer.ts";
import { parseJson } from "./exact-numbers.ts";

const entries = [{ id: "a" }, { id: "b" }];
const listOf = (answer: unknown, what = "webhooks") => entriesOf(answer, what, (entry) => entry);

describe("a list", () => {
  it.each<[string, unknown]>([
    ["bare", entries],
    ["under data", { data: entries }],
    ["under items", { items: entries }],
    ["under results", { results: entries }],
    ["under api_keys", { api_keys: entries }],
    ["under webhooks", { webhooks: entries }],
    ["under full_list", { full_list: entries }],
    ["under a field of any name, if it is the only list", { success: true, keysOfTheAccount: entries, total: 2 }],
    ["under a known field beside other lists", { warnings: [], webhooks: entries, links: ["next"] }],
    ["under a list inside data", { success: true, data: { items: entries, total: 2 } }],
    ["under a list of any name inside data", { data: { entries } }],
  ])("is read %s", (_where, answer) => {
    expect(listOf(answer)).toEqual({ entries, unreadable: null });
  });

  it("is found at any depth of data", () => {
    let answer: unknown = entries;
    for (let depth = 0; depth < 100_000; depth += 1) answer = { data: answer };
    expect(listOf(answer)).toEqual({ entries, unreadable: null });
  });

  it("may be empty, which differs from missing", () => {
    expect(listOf({ data: [] })).toEqual({ entries: [], unreadable: null });
    expect(() => listOf({ data: null })).toThrow(UnreadableAnswer);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "[]"],
    ["a number", 7],
    ["an object without a list", { total: 0 }],
    ["two lists of which neither is known", { one: entries, two: entries }],
    ["a list two levels below data", { data: { data: { page: 1 } } }],
  ])("is refused by its name if it is %s, and does not count as empty", (_what, answer) => {
    expect(() => listOf(answer)).toThrow(new UnreadableAnswer("webhooks: expected a list"));
  });

  it.each([[null], ["whsec_secret"], [7], [[entries]], [true]])(
    "is read without an entry that is no object; the error names the entry without its value: %j",
    (entry) => {
      const listed = listOf([entries[0], entry, entries[1]]);
      expect(listed).toEqual({ entries, unreadable: { count: 1, first: "webhooks[1]: expected an object" } });
      expect(() => everyEntry(listed)).toThrow(new UnreadableAnswer("webhooks[1]: expected an object"));
    },
  );

  it("counts each entry that the reader refuses, and names the first", () => {
    const read = (entry: Record<string, unknown>, what: string) => {
      if (entry.id !== "b") throw new UnreadableAnswer(`${what}.id: missing`);
      return entry.id;
    };
    const unreadable = { count: 3, first: "keys[0].id: missing" };
    expect(entriesOf([{}, null, { id: "b" }, {}], "keys", read)).toEqual({ entries: ["b"], unreadable });
    expect(everyEntry(entriesOf([{ id: "b" }], "keys", read))).toEqual(["b"]);
  });

  it("does not hide an error of the reader", () => {
    const broken = () => {
      throw new TypeError("of ours");
    };
    expect(() => entriesOf([{}], "keys", broken)).toThrow(TypeError);
  });

  it("throws only UnreadableAnswer, whatever the JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (answer) => {
        try {
          const { entries, unreadable } = listOf(answer, "list");
          return (
            entries.every((entry) => typeof entry === "object") &&
            (unreadable === null || /^list\[\d+\]: expected an object$/.test(unreadable.first))
          );
        } catch (error) {
          return error instanceof UnreadableAnswer && error.message === "list: expected a list";
        }
      }),
    );
  });
});

describe("a record", () => {
  const record = { id: "wh_1", url: "https://example.mx" };

  it.each<[string, unknown]>([
    ["bare", record],
    ["under data", { data: record }],
    ["under data of an envelope", { success: true, timestamp: "2026-11-20T10:00:00Z", data: record }],
  ])("is read %s", (_where, answer) => {
    expect(recordOf(answer, ["id", "url"], "webhook")).toEqual(record);
  });

  it("with a data field of its own is not mistaken for an envelope", () => {
    const own = { ...record, data: { id: "other" } };
    expect(recordOf(own, ["id", "url"], "webhook")).toBe(own);
  });

  it.each([[undefined], [null], ["text"], [7], [[record]]])("is refused by its name if it is %j", (answer) => {
    expect(() => recordOf(answer, ["id"], "webhook")).toThrow(new UnreadableAnswer("webhook: expected an object"));
  });
});

describe("the first text among several fields", () => {
  it.each<[string, Record<string, unknown>, { name: string; value: string } | null]>([
    ["takes the order of the names, not of the record", { b: "2", a: "1" }, { name: "a", value: "1" }],
    ["passes over an empty text", { a: "", b: "2" }, { name: "b", value: "2" }],
    ["passes over null and objects", { a: null, b: { a: 1 }, c: "3" }, { name: "c", value: "3" }],
    ["reads a number as an id", { a: 7 }, { name: "a", value: "7" }],
    ["passes over a number that has lost digits", { a: 2 ** 53, b: "2" }, { name: "b", value: "2" }],
    [
      "reads a longer number that has lost none",
      { a: parseJson("646180157000000004") },
      { name: "a", value: "646180157000000004" },
    ],
    ["passes over one with an exponent", { a: parseJson("1e400"), b: "2" }, { name: "b", value: "2" }],
    ["finds nothing where there is nothing", { d: "4" }, null],
  ])("%s", (_what, record, found) => {
    expect(firstText(record, ["a", "b", "c"])).toEqual(found);
  });
});

it("unrecognized fields stay as they came", () => {
  const nested = { deep: [1, { two: null }] };
  expect(otherFieldsOf({ id: "a", nested, zero: 0 }, new Set(["id"]))).toEqual({ nested, zero: 0 });
});
