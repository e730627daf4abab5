import fc from "fast-check";
import { expect, it } from "vitest";
import { idInAddress } from "./named-file.ts";

it("reads the id from the address of a file's page, whatever the origin and the page below", () => {
  const origin = fc.constantFrom("", "https://cotejo.example.mx", "http://localhost:3000", "HTTPS://10.0.0.7:8443");
  const below = fc.constantFrom("", "/", "/people/7", "?print=1", "#findings", "/people/7?x=1#curp");
  const id = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(origin, below, id, (from, rest, name) => {
      for (const path of ["/verifications/", "/api/verifications/"])
        expect(idInAddress(` ${from}${path}${encodeURIComponent(name)}${rest}\n`)).toBe(name);
    }),
  );
});

it.each([
  ["ver_1"],
  ["EXP-2008"],
  ["https://crm.mx/exp?id=1"],
  ["https://cotejo.example.mx/verifications"],
  ["https://cotejo.example.mx/verifications/"],
  ["https://cotejo.example.mx/verifications?tag=EXP-1"],
  ["https://cotejo.example.mx/people/verifications/1"],
  ["https://cotejo.example.mx/verifications/%E0%A4%A"],
  ["see https://cotejo.example.mx/verifications/ver_1"],
])("finds no id in %j", (text) => {
  expect(idInAddress(text)).toBeNull();
});
