import { describe, expect, it } from "vitest";
import { base32, codeAt, fromBase32, newTotpSecret, stepAt, stepOfCode, totpUri } from "./totp.ts";

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const RFC_SECRET = base32(Buffer.from("12345678901234567890"));

describe("codes", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("of RFC 6238 at %i s", (seconds, code) => expect(codeAt(RFC_SECRET, stepAt(seconds))).toBe(code));

  it("count in their own step and the one after it, and in no other", () => {
    const at = 1_234_567_890;
    const code = codeAt(RFC_SECRET, stepAt(at));
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

  it("is read back as it was written (RFC 4648)", () => {
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(fromBase32("MZXW6YTBOI").toString()).toBe("foobar");
  });

  it("goes into an address that authenticators know", () => {
    expect(totpUri("ABC", "ana@example.mx", "Cotejo dashboard.example.mx")).toBe(
      "otpauth://totp/Cotejo%20dashboard.example.mx:ana%40example.mx?secret=ABC&issuer=Cotejo%20dashboard.example.mx",
    );
  });
});
