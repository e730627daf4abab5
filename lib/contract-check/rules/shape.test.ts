import { describe, expect, it } from "vitest";
import { describeFields, holdsSecret, nameOf, namesOf, shapeOf } from "./shape.ts";

it.each<[unknown, string]>([
  [undefined, "nothing"],
  [null, "null"],
  [true, "a boolean"],
  [7, "a whole number"],
  [2 ** 60, "a number"],
  ["", "an empty text"],
  ["María Núñez", "a text"],
  ["00412", "a text of digits"],
  ["20261120", "a text of digits"],
  ["1980-01-01", "a date"],
  ["2026-11-20T10:00:00Z", "a time"],
  ["https://files.example.mx/1.pdf?Signature=abc", "an address"],
  [[], "an empty list"],
  [["a", "b"], "a list of 2"],
  [{}, "an empty object"],
  [{ id: 1, full_name: "x" }, "an object with `id`, `full_name`"],
])("%j has the shape %s", (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

describe("the name of a field", () => {
  it.each(["id", "webhookId", "full_list", "is_enabled", "address_2", "sha256", "v2_tags", "created-at", "totalMXN"])(
    "%s is named",
    (name) => {
      expect(nameOf(name)).toBe(`\`${name}\``);
    },
  );

  it.each([
    ...["WALT800101HDFXXX09", "walt800101hdfxxx09", "walt-800-101-hdfxxx09", "María Núñez", "MARIA"],
    ...["svc_sk_live_0123456789abcdef", "7f3a90c1-d2e4-4b1f-9c0d-0123456789ab", "ak_abcdef", "ver_7f3a90c1d2e4"],
    ...["https://files.example.mx", "", "a".repeat(49)],
  ])("'%s' is not named, and withheld", (name) => {
    expect(nameOf(name)).toBe("(a name withheld)");
  });

  it("occurs once, in a list of limited length", () => {
    expect(namesOf(["a", "b", "a"])).toBe("`a`, `b`");
    expect(namesOf(Array.from({ length: 20 }, (_, index) => `field_${index}`))).toMatch(/`field_11` and 8 more$/);
  });
});

it("fields of records are listed with their kinds, and with the number of records that have them", () => {
  expect(describeFields([])).toBe("");
  expect(
    describeFields([
      { role: "x", since: "2026-11-20T10:00:00Z", tags: [], more: { plan: "x" } },
      { role: null, since: "2026-11-20T10:00:00Z", tags: [] },
    ]),
  ).toBe("`role` text or null; `since` time; `tags` list; `more` object of `plan` (in 1 of 2)");
});

describe("secrets in answers", () => {
  it.each<[string, unknown, boolean]>([
    ["a key under its name", { id: "ak_1", api_key: "abcdefgh" }, true],
    ["a key under another name", { data: [{ more: { token: "svc_sk_live_0123456789abcdef" } }] }, true],
    ["a masked key", { id: "ak_1", api_key: "svc_sk_live_…cdef" }, false],
    ["a key with stars", { id: "ak_1", api_key: "svc_sk_live_****cdef" }, false],
    ["the beginning of a key under another name", { id: "ak_1", prefix: "svc_sk_live_0123" }, false],
    ["an empty one", { id: "ak_1", api_key: "" }, false],
    ["none", { id: "ak_1", secret: "whsec_1" }, false],
  ])("%s", (_what, answer, held) => {
    expect(holdsSecret(answer, "api_key")).toBe(held);
  });

  it("are found at any depth of an answer", () => {
    let answer: unknown = { secret: "whsec_1" };
    for (let depth = 0; depth < 100_000; depth += 1) answer = [answer];
    expect(holdsSecret(answer, "secret")).toBe(true);
  });
});
