import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesOf, firstText, otherFieldsOf, recordOf, UnreadableAnswer } from "./answer.ts";

const entries = [{ id: "a" }, { id: "b" }];

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
    expect(entriesOf(answer, "webhooks")).toEqual(entries);
  });

  it("is looked for at any depth of data", () => {
    let answer: unknown = entries;
    for (let depth = 0; depth < 100_000; depth += 1) answer = { data: answer };
    expect(entriesOf(answer, "webhooks")).toEqual(entries);
  });

  it("may be empty, which is not the same as missing", () => {
    expect(entriesOf({ data: [] }, "webhooks")).toEqual([]);
    expect(() => entriesOf({ data: null }, "webhooks")).toThrow(UnreadableAnswer);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "[]"],
    ["a number", 7],
    ["an object without a list", { total: 0 }],
    ["two lists of which neither is known", { one: entries, two: entries }],
    ["a list two levels below data", { data: { data: { page: 1 } } }],
  ])("that is %s is refused by its name, not taken for an empty one", (_what, answer) => {
    expect(() => entriesOf(answer, "webhooks")).toThrow(new UnreadableAnswer("webhooks: expected a list"));
  });

  it.each([[null], ["whsec_secret"], [7], [[entries]]])(
    "names the entry that is no object, without its value: %j",
    (entry) => {
      expect(() => entriesOf([...entries, entry], "webhooks")).toThrow(
        new UnreadableAnswer("webhooks[2]: expected an object"),
      );
    },
  );

  it("never throws anything but UnreadableAnswer, whatever JSON it gets", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (answer) => {
        try {
          return entriesOf(answer, "list").every((entry) => typeof entry === "object");
        } catch (error) {
          return (
            error instanceof UnreadableAnswer && /^list(\[\d+\])?: expected an? (list|object)$/.test(error.message)
          );
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

  it("with a data field of its own is not taken for an envelope", () => {
    const own = { ...record, data: { id: "other" } };
    expect(recordOf(own, ["id", "url"], "webhook")).toBe(own);
  });

  it.each([[undefined], [null], ["text"], [7], [[record]]])("that is %j is refused by its name", (answer) => {
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
    ["finds nothing where there is nothing", { d: "4" }, null],
  ])("%s", (_what, record, found) => {
    expect(firstText(record, ["a", "b", "c"])).toEqual(found);
  });
});

it("what was not understood stays as it came", () => {
  const nested = { deep: [1, { two: null }] };
  expect(otherFieldsOf({ id: "a", nested, zero: 0 }, new Set(["id"]))).toEqual({ nested, zero: 0 });
});
