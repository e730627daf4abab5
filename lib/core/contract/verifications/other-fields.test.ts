import { expect, it } from "vitest";
import { otherFields } from "./other-fields.ts";
import { firstValue, textFields } from "./title-fields.ts";

it("keeps the fields that the interface does not name, in the order received", () => {
  const body = '{"verification_id":"v","zeta":1,"tag":"t","alfa":{"b":[true,null]}}';
  expect(JSON.stringify(otherFields(body))).toBe('{"zeta":1,"alfa":{"b":[true,null]}}');
});

it("reads an answer under data", () => {
  expect(otherFields('{"data":{"verification_id":"v","risk":"low"}}')).toEqual({ risk: "low" });
});

it.each([null, "[]", "7", '{"status":"pending"}'])("finds nothing in %s", (body) => {
  expect(otherFields(body)).toEqual({});
});

it("keeps the digits of every number, as text if a number would lose some", () => {
  const body = '{"verification_id":"v","folio":646180157000000004,"deep":[{"ratio":1e400,"count":3}],"rate":0.1}';
  const fields = otherFields(body);
  expect(fields).toEqual({ folio: "646180157000000004", deep: [{ ratio: "1e400", count: 3 }], rate: 0.1 });
  expect(firstValue(fields, ["/folio"])).toBe("646180157000000004");
  expect(textFields(fields).get("/deep/0/ratio")).toBe("1e400");
});
