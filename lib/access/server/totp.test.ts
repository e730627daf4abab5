import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { newTotpSecret, stepOfCode, totpUri } from "./second-factor.ts";

const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;
const stepAt = (seconds: number) => Math.floor(seconds / 30);

describe("codes", () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("of RFC 6238 at %i s", (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, seconds)).toBe(stepAt(seconds));
  });

  it("count in their own step and the one after it, and in no other", () => {
    const at = 1_234_567_890;
    const code = new TOTP({ secret: RFC_SECRET }).generate({ timestamp: at * 1_000 });
    const steps = [-60, -30, 0, 30, 60].map((later) => stepOfCode(RFC_SECRET, code, at + later));
    expect(steps).toEqual([null, null, stepAt(at), stepAt(at), null]);
  });

  it.each(["", "12345", "1234567", "28708a", " 287082", "２８７０８２"])("are six digits, so %j is none", (text) =>
    expect(stepOfCode(RFC_SECRET, text, 59)).toBeNull(),
  );
});

describe("a secret", () => {
  it("has 160 random bits in letters that can be typed", () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
  });

  it("goes into an address that authenticators know", () => {
    const uri = new URL(totpUri("MZXW6YTBOI", "ana@example.mx", "Cotejo dashboard.example.mx"));
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/Cotejo%20dashboard\.example\.mx:ana%40example\.mx\?/);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ secret: "MZXW6YTBOI", issuer: "Cotejo dashboard.example.mx" },
      ...{ algorithm: "SHA1", digits: "6", period: "30" },
    });
  });
});
