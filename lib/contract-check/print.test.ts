import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { print, type Report } from "./report.ts";

const report: Report = {
  base_url: "https://svc.example.mx",
  reads: 13,
  verifications: 1,
  sections: [
    {
      section: "Endpoints: API keys",
      statements: [
        { statement: "one that holds", verdict: "holds" },
        { statement: "another", verdict: "differs", seen: "a list ".repeat(12).trim() },
        { statement: "a third", verdict: "not tried", why: "it would change the account" },
      ],
      shapes: [{ what: "the list", seen: "a bare array" }],
    },
  ],
  obstacles: ["GET /v2/webhooks answered 503"],
  counts: { holds: 1, differs: 1, "not tried": 1 },
};

it("is aligned, wrapped to the terminal, and carried by words, which colours repeat", () => {
  expect(print(report, { columns: 62, coloured: false })).toBe(`Contract check of https://svc.example.mx
13 reads, nothing but GET. Values are given as their shape;
'open' is what the interface leaves open.

Endpoints: API keys
  holds      one that holds
  differs    another
             seen  a list a list a list a list a list a list a
                   list a list a list a list a list a list
  not tried  a third (it would change the account)
  open       the list: a bare array

Holds: 1. Differs: 1. Not tried: 1.
  differs: Endpoints: API keys: another
  could not be tried: GET /v2/webhooks answered 503
`);
  const coloured = print(report, { columns: 62, coloured: true });
  expect(coloured).toContain("\u001b[");
  expect(stripVTControlCharacters(coloured)).toBe(print(report, { columns: 62, coloured: false }));
});
