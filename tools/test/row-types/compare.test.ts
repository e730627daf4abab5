import { expect, test } from "vitest";
import { compare, type DeclaredColumn, type RecordedColumn, unshown } from "./compare.ts";

const text: DeclaredColumn = { name: "name", kinds: ["string"], nullable: false, optional: false, literals: null };
const asText: RecordedColumn = { name: "name", type: "string", seen: ["string"], values: ["Ana"] };

const faultsOf = (declared: Partial<DeclaredColumn>, recorded: Partial<RecordedColumn>, all = false) =>
  compare([{ ...text, ...declared }], [{ all, columns: [{ ...asText, ...recorded }] }]);

test("a type that matches the database has no faults", () => {
  expect(faultsOf({}, {})).toEqual([]);
  expect(faultsOf({ nullable: true }, { seen: ["null", "string"] })).toEqual([]);
  expect(faultsOf({ literals: ["Ana", "Luis"] }, {})).toEqual([]);
  expect(faultsOf({ kinds: ["string[]"] }, { type: "string[]", seen: ["[]", "string[]"] })).toEqual([]);
  expect(faultsOf({ kinds: ["string[]", "null[]"] }, { type: "string[]", seen: ["null[]"] })).toEqual([]);
  expect(faultsOf({ kinds: ["object", "object[]"] }, { type: "json", seen: ["object", "[]"] })).toEqual([]);
  expect(faultsOf({ kinds: ["unknown"], nullable: true }, { type: "json", seen: ["number", "null"] })).toEqual([]);
});

test.each<[fault: RegExp, declared: Partial<DeclaredColumn>, recorded: Partial<RecordedColumn>]>([
  [/declared as number, PostgreSQL gives string/, { kinds: ["number"] }, { seen: [] }],
  [/declared as string, PostgreSQL gives Date/, {}, { type: "Date", seen: ["Date"] }],
  [/declared as string \| number, PostgreSQL gives string/, { kinds: ["string", "number"] }, {}],
  [/declared as unknown, PostgreSQL gives string/, { kinds: ["unknown"] }, {}],
  [/declared without null, but was null/, {}, { seen: ["string", "null"] }],
  [/values that are not declared: Ana/, { literals: ["Luis"] }, {}],
  [/declared as string\[\], but was null\[\]/, { kinds: ["string[]"] }, { type: "string[]", seen: ["null[]"] }],
  [/declared as object, but was object\[\]/, { kinds: ["object"] }, { type: "json", seen: ["object[]"] }],
  [/declared as any/, { kinds: ["any"] }, { type: "json" }],
  [/a type that the recorder does not know, oid 600/, {}, { type: "oid 600" }],
])("%s", (fault, declared, recorded) => {
  expect(faultsOf(declared, recorded)).toEqual([expect.stringMatching(fault)]);
});

test("a column of only one side is a fault, unless all columns are selected or it is optional", () => {
  const other = { name: "other" };
  const missing = '"name" is declared, but not selected';
  expect(faultsOf({}, other)).toEqual([missing, '"other" is selected, but not declared']);
  expect(faultsOf({}, other, true)).toEqual([missing]);
  const forms = [
    { all: false, columns: [] },
    { all: false, columns: [asText] },
  ];
  expect(compare([text], forms)).toEqual([missing]);
  expect(compare([{ ...text, optional: true }], forms)).toEqual([]);
  expect(compare([text], [{ all: true, columns: [asText, asText] }])).toEqual(['"name" is selected twice']);
});

test("a column without a value in any test is a fault", () => {
  const optional = [{ ...text, optional: true }];
  expect(unshown([text], [])).toEqual(["is run by no integration test"]);
  expect(unshown(optional, [{ all: false, columns: [] }])).toEqual(['"name" is declared, but never selected']);
  expect(unshown(optional, [{ all: false, columns: [asText] }])).toEqual([]);
});
