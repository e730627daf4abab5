import { expect, it } from "vitest";
import { nameOf, scimUser } from "./user.ts";

const named = (user: object) => nameOf(scimUser.parse({ userName: "rosa@example.mx", ...user }));

it.each([
  ["displayName", { displayName: "\u202eRosa\u0000Díaz\u2069" }, "Rosa Díaz"],
  ["name", { name: { givenName: "Rosa\u0085", familyName: "\u2066Díaz" } }, "Rosa Díaz"],
  ["name.formatted", { name: { formatted: "Rosa\n\u202dDíaz" } }, "Rosa Díaz"],
  ["userName", { userName: "rosa\u202e.diaz", emails: [{ value: "rosa@example.mx" }] }, "rosa.diaz"],
  ["a name of controls alone", { displayName: "\u202e\u0007", name: { givenName: "Rosa" } }, "Rosa"],
  ["no readable name", { userName: "\u202e", emails: [{ value: "rosa@example.mx" }] }, "rosa@example.mx"],
])("shows the name of %s without control characters", (_attribute, user, shown) => expect(named(user)).toBe(shown));
