import { expect, it } from "vitest";
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

it("counts passwords and PINs as one factor, and leaves a provider without `amr` to its own policy", () => {
  expect(isSingleFactor(["pwd"])).toBe(true);
  expect(isSingleFactor(["pwd", "pin", "rba"])).toBe(true);
  for (const amr of [["pwd", "mfa"], ["pwd", "otp"], ["hwk"], ["fido"], [], undefined, "pwd"]) {
    expect(isSingleFactor(amr), String(amr)).toBe(false);
  }
});

it("finds address and name, and refuses an address that is not verified", () => {
  expect(personOfClaims({ email: " rosa@example.mx ", name: "Rosa" })).toEqual({
    email: "rosa@example.mx",
    name: "Rosa",
  });
  expect(personOfClaims({ preferred_username: "rosa@example.mx" })?.name).toBe("rosa@example.mx");
  expect(personOfClaims({ email: "rosa@example.mx", email_verified: false })).toBeNull();
  expect(personOfClaims({ email: "rosa", preferred_username: "rosa", name: "Rosa" })).toBeNull();
});
