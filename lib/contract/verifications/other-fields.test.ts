import { expect, it } from "vitest";
import { otherFields } from "./other-fields.ts";

it("keeps what the interface does not name, in the order it came", () => {
  const body = '{"verification_id":"v","zeta":1,"tag":"t","alfa":{"b":[true,null]}}';
  expect(JSON.stringify(otherFields(body))).toBe('{"zeta":1,"alfa":{"b":[true,null]}}');
});

it("looks into an answer that is under data", () => {
  expect(otherFields('{"data":{"verification_id":"v","risk":"low"}}')).toEqual({ risk: "low" });
});

it.each([null, "[]", "7", '{"status":"pending"}'])("finds nothing in %s", (body) => {
  expect(otherFields(body)).toEqual({});
});
