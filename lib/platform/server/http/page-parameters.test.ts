import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PEOPLE_FILTER } from "#lib/core/contract/people/people-search.ts";
import { filterQuery, PAGE_OR_ROWS, queryIn } from "./page-parameters.ts";

const schema = filterQuery(PEOPLE_FILTER, PAGE_OR_ROWS);
const parse = (query: string) => schema.safeParse(queryIn(new URLSearchParams(query)));
const EMPTY = { filter: { outcome: [] }, cursor: null, limit: 50, id: null, until: null, total: false };

describe("the query of a list", () => {
  it.each([
    ["", EMPTY],
    [
      "outcome=found,failed&limit=200&cursor=c",
      { ...EMPTY, filter: { outcome: ["found", "failed"] }, limit: 200, cursor: "c" },
    ],
    ["outcome=found&outcome=failed", { ...EMPTY, filter: { outcome: ["found", "failed"] } }],
    ["id=ver_1&id=ver_2&until=c&total=true", { ...EMPTY, id: ["ver_1", "ver_2"], until: "c", total: true }],
    ["id=ver_1&total=false", { ...EMPTY, id: ["ver_1"] }],
  ])("is read from '%s'", (query, read) => expect(parse(query).data).toEqual(read));

  it.each([
    ["outcome=lost", "outcome"],
    ["outcome=found&severity=high", "severity"],
    ["Outcome=found", "Outcome"],
    ["limit=0", "limit"],
    ["limit=201", "limit"],
    ["limit=-1", "limit"],
    ["limit=1e2", "limit"],
    ["limit=", "limit"],
    ["limit=5&limit=6", "limit"],
    ["cursor=a&cursor=b", "cursor"],
    ["total=yes", "total"],
    ["__proto__=1", "__proto__"],
    ["constructor=1", "constructor"],
    ["id=", "id.0"],
    ["id=ver_1&id=%01", "id.1"],
    [`id=${"x".repeat(201)}`, "id.0"],
    [Array.from({ length: 51 }, (_, n) => `id=${n}`).join("&"), "id"],
  ])("is refused by the name of the parameter: %s", (query, name) => {
    const [issue] = parse(query).error?.issues ?? [];
    expect(issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".")).toBe(name);
  });

  it("has no name that an object inherits", () => {
    expect(z.strictObject({}).safeParse(queryIn(new URLSearchParams("__proto__=1"))).success).toBe(false);
  });
});
