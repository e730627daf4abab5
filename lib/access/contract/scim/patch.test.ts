import { describe, expect, it } from "vitest";
import { patched, scimPatch } from "./patch.ts";
import { attributesOf, nameOf, scimUser } from "./user.ts";

const ROSA = {
  userName: "rosa@maderas.example",
  externalId: "1",
  name: { givenName: "Rosa", familyName: "Díaz" },
  emails: [{ value: "rosa@maderas.example", type: "work", primary: true }],
  active: true,
  roles: [{ value: "officers" }, { value: "help" }],
};

/** The account after these operations. */
const patchRosa = (...Operations: object[]) =>
  scimUser.parse(patched(attributesOf(scimUser.parse(ROSA)), scimPatch.parse({ Operations })));
const rosa = scimUser.parse(ROSA);

describe("a PATCH", () => {
  it.each<[string, object[], object]>([
    ["sets a single value", [{ op: "Add", path: "externalId", value: "2" }], { externalId: "2" }],
    ["removes one", [{ op: "Remove", path: "externalId" }], { externalId: null }],
    [
      "compares names without case",
      [{ op: "REPLACE", path: "NAME.familyname", value: "Ibarra" }],
      { familyName: "Ibarra" },
    ],
    [
      "accepts the URN of the schema before a name",
      [{ op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: "FALSE" }],
      { active: false },
    ],
    [
      "merges an object",
      [{ op: "replace", value: { name: { familyName: "Ibarra" } } }],
      { givenName: "Rosa", familyName: "Ibarra" },
    ],
    [
      "without a path, reads names of fields as paths",
      [{ op: "add", value: { "name.givenName": "Ana", 'emails[type eq "work"].value': "ana@maderas.example" } }],
      { givenName: "Ana", email: "ana@maderas.example" },
    ],
    [
      "replaces a list",
      [{ op: "replace", path: "emails", value: [{ value: "b@maderas.example" }] }],
      { email: "b@maderas.example" },
    ],
    [
      "adds a primary entry",
      [{ op: "add", path: "emails", value: [{ value: "b@maderas.example", primary: "True" }] }],
      { email: "b@maderas.example" },
    ],
    [
      "adds another entry",
      [{ op: "add", path: "emails", value: [{ value: "b@maderas.example", type: "home" }] }],
      { email: "rosa@maderas.example" },
    ],
    [
      "removes an entry by its filter, and falls back to userName",
      [{ op: "remove", path: 'emails[type eq "work"]' }],
      { email: "rosa@maderas.example" },
    ],
    [
      "removes entries by value",
      [{ op: "Remove", path: "roles", value: [{ value: "help" }] }],
      { roles: ["officers"] },
    ],
    ["removes a list", [{ op: "remove", path: "roles" }], { roles: [] }],
    [
      "adds to a list once",
      [{ op: "add", path: "roles", value: [{ value: "help" }, { value: "heads" }] }],
      { roles: ["help", "heads", "officers"] },
    ],
    [
      "ignores attributes that are not stored",
      [
        { op: "add", path: "title", value: "x" },
        { op: "add", path: 'addresses[type eq "work"].locality', value: "x" },
      ],
      {},
    ],
    [
      "applies the operations in their order",
      [
        { op: "replace", path: "active", value: false },
        { op: "replace", path: "active", value: true },
      ],
      { active: true },
    ],
  ])("%s", (_what, operations, change) => {
    expect(patchRosa(...operations)).toEqual({ ...rosa, ...change });
  });

  it.each<[string, object]>([
    ["mutability", { op: "remove", path: "active" }],
    ["invalidPath", { op: "replace", path: 'name[givenName eq "Rosa"]', value: {} }],
    ["invalidPath", { op: "replace", path: 'userName eq "x"', value: "x" }],
    ["invalidValue", { op: "replace", path: "name", value: "Rosa" }],
    ["invalidValue", { op: "replace", value: "active" }],
    ["invalidValue", { op: "add", path: "roles", value: [7] }],
  ])("is refused as %s", (scimType, operation) => {
    expect(() => patchRosa(operation)).toThrow(expect.objectContaining({ name: "ScimProblem", scimType }));
  });

  it("takes no attribute from the prototype of objects", () => {
    const value = JSON.parse('{"__proto__": {"active": false}, "constructor": {"active": false}}');
    expect(patchRosa({ op: "replace", value })).toEqual(rosa);
    expect(patchRosa({ op: "replace", path: "name", value })).toEqual(rosa);
  });
});

describe("an account", () => {
  it("has the name to show, then the parts of the name, then the login", () => {
    expect(nameOf(rosa)).toBe("Rosa Díaz");
    expect(nameOf(scimUser.parse({ ...ROSA, displayName: "Rosa D." }))).toBe("Rosa D.");
    expect(nameOf(scimUser.parse({ userName: "rosa@maderas.example", name: { formatted: "Rosa" } }))).toBe("Rosa");
    expect(nameOf(scimUser.parse({ userName: "rosa@maderas.example" }))).toBe("rosa@maderas.example");
  });

  it("has an address: the primary one, the work address, the first one, or a userName that is an address", () => {
    const of = (emails: unknown) => scimUser.safeParse({ ...ROSA, emails }).data?.email;
    const [a, b] = [{ value: "a@x.example" }, { value: "b@x.example" }];
    expect(of([a, { ...b, primary: true }])).toBe("b@x.example");
    expect(of([a, { ...b, type: "Work" }])).toBe("b@x.example");
    expect(of([a, b])).toBe("a@x.example");
    expect(of(undefined)).toBe("rosa@maderas.example");
    for (const nothing of [undefined, null, [], [{ value: "" }], [{ value: " ", primary: true }, { type: "work" }]]) {
      const parsed = scimUser.safeParse({ userName: "rosa", emails: nothing });
      expect(
        parsed.error?.issues.map(({ path }) => path.join(".")),
        JSON.stringify(nothing),
      ).toEqual(["userName"]);
    }
  });

  it("is not refused for entries without a value beside its address", () => {
    for (const empty of [
      { value: "", type: "home" },
      { value: " ", primary: true },
      { value: null },
      { type: "other" },
      "",
    ]) {
      const parsed = scimUser.parse({ ...ROSA, emails: [empty, ...ROSA.emails, empty], roles: [empty, ...ROSA.roles] });
      expect(parsed, JSON.stringify(empty)).toEqual(rosa);
    }
    expect(scimUser.safeParse({ ...ROSA, emails: [...ROSA.emails, { value: "no address" }] }).success).toBe(false);
  });
});
