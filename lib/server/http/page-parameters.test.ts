import { expect, it } from "vitest";
import { rowParameters } from "./page-parameters.ts";

const read = (query: string) => rowParameters(new URLSearchParams(query));

it("single rows are asked for by id, within bounds", () => {
  expect(read("status=pending")).toBeNull();
  expect(read("id=ver_1&id=ver_2&until=c&total=true")).toEqual({ ids: ["ver_1", "ver_2"], until: "c", total: true });
  expect(read("id=ver_1")).toEqual({ ids: ["ver_1"], until: null, total: false });
});

it.each(["id=", "id=ver_1&id=%01", `id=${"x".repeat(201)}`, Array.from({ length: 51 }, (_, n) => `id=${n}`).join("&")])(
  "invalid ids (%s) are refused, not answered by a page",
  (query) => expect(() => read(query)).toThrow("Invalid id."),
);
