import fc from "fast-check";
import { expect, it } from "vitest";
import { examples } from "#tools/test/effort.ts";
import { isSingleFactor, personOfClaims, roleOfClaim } from "./provider-claims.ts";

it("gives the highest role of a text or a list, and none without a match", () => {
  const roles = { "cotejo-admins": "admin", officers: "compliance", everyone: "support", audit: "auditor" } as const;
  expect(roleOfClaim(["everyone", "officers"], roles)).toBe("compliance");
  expect(roleOfClaim(["officers", "cotejo-admins", "other"], roles)).toBe("admin");
  expect(roleOfClaim("everyone", roles)).toBe("support");
  expect(roleOfClaim(["audit"], roles)).toBe("auditor");
  for (const value of [undefined, null, "", [], "Everyone", ["other"], { everyone: true }, "toString"]) {
    expect(roleOfClaim(value, roles)).toBeNull();
  }
});

it.each<[unknown, boolean]>([
  [["pwd"], true],
  [["pwd", "pin", "rba"], true],
  ["pwd", true],
  // A text is one value, not a list.
  ["pwd mfa", true],
  [["http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/password"], true],
  ["urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport", true],
  [["pwd", "level-2"], true],
  [["MFA"], true],
  [[["mfa"]], true],
  [{ 0: "mfa" }, true],
  [[], true],
  ["", true],
  [null, true],
  [2, true],
  [true, true],
  [["pwd", "mfa"], false],
  [["pwd", "otp", "level-2"], false],
  [["hwk"], false],
  [["fido"], false],
  ["mfa", false],
  ["http://schemas.microsoft.com/claims/multipleauthn", false],
  [["urn:oasis:names:tc:SAML:2.0:ac:classes:Password", "http://schemas.microsoft.com/claims/multipleauthn"], false],
  [undefined, false],
])("amr %j states one factor: %s", (amr, expected) => expect(isSingleFactor(amr)).toBe(expected));

it("any claim that is not readable as the stronger statement counts as the weaker one", () => {
  const strong = ["mfa", "otp", "hwk", "http://schemas.microsoft.com/claims/multipleauthn"];
  const text = fc.oneof(fc.constantFrom(...strong, "pwd", "true", "false", "officers"), fc.string());
  const claim = fc.oneof(text, fc.array(text), fc.jsonValue(), fc.array(fc.jsonValue()));
  fc.assert(
    fc.property(claim, (value) => {
      const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
      // Without a text that is one of RFC 8176, nothing states a second factor.
      if (!texts.some((one) => /^[a-z]{2,6}$|multipleauthn$/.test(one))) expect(isSingleFactor(value)).toBe(true);
      if (texts.some((one) => strong.includes(one))) expect(isSingleFactor(value)).toBe(false);
      const person = personOfClaims({ email: "rosa@example.mx", email_verified: value });
      expect(person !== null).toBe(value === true || value === "true");
      expect(roleOfClaim(value, { officers: "compliance" })).toBe(texts.includes("officers") ? "compliance" : null);
    }),
    { numRuns: examples(500) },
  );
});

it("takes a name on one line, without controls that would change the reading of the text around it", () => {
  const nameOf = (name: string) => personOfClaims({ email: "rosa@example.mx", name })?.name;
  expect(nameOf("\u202eRosa\u0000\u001b\u009bD\u2066íaz\u2069\u200f\r\n")).toBe("Rosa Díaz");
  expect(nameOf(`${"R".repeat(200)}\u202e`)).toBe("R".repeat(200));
  expect(nameOf("\u202e\u0007 \u2067")).toBe("rosa@example.mx");
});

it("finds address and name, and refuses an address that is not verified", () => {
  expect(personOfClaims({ email: " rosa@example.mx ", name: "Rosa" })).toEqual({
    email: "rosa@example.mx",
    name: "Rosa",
  });
  expect(personOfClaims({ preferred_username: "rosa@example.mx" })?.name).toBe("rosa@example.mx");
  for (const email_verified of [false, "false", "no", "", 0, "0", 1, null, [], {}]) {
    expect(personOfClaims({ email: "rosa@example.mx", email_verified }), String(email_verified)).toBeNull();
  }
  expect(personOfClaims({ email: "rosa", preferred_username: "rosa", name: "Rosa" })).toBeNull();
});
