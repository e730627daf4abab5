import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeSkew, matchSignature, parseSignatureHeader, signatureOf, signingKey, skewSeconds } from "./signature.ts";

const A = "a".repeat(64);
const B = "0123456789abcdef".repeat(4);

describe("the header", () => {
  test.each([
    [`t=1700000000,v1=${A}`, { t: "1700000000", v1: [A] }],
    [`v1=${A},t=0001`, { t: "0001", v1: [A] }],
    [`t=1,v1=${A},v1=${B}`, { t: "1", v1: [A, B] }],
    [`t=1,v0=whatever,v1=${A},sha=a=b=c`, { t: "1", v1: [A] }],
    [`t=1${`,v1=${A}`.repeat(8)}`, { t: "1", v1: Array(8).fill(A) }],
  ])("%s is read", (header, expected) => {
    expect(parseSignatureHeader(header)).toEqual(expected);
  });

  test.each([
    "",
    ",",
    "t",
    "t=",
    "t=1",
    `v1=${A}`,
    `t=1,t=1,v1=${A}`,
    `t=1,v1=${A},t=2`,
    `t=-1,v1=${A}`,
    `t=+1,v1=${A}`,
    `t=1.0,v1=${A}`,
    `t=1e9,v1=${A}`,
    `t=0x1,v1=${A}`,
    `t= 1,v1=${A}`,
    `t=1 ,v1=${A}`,
    `t=١,v1=${A}`,
    `t=1234567890123,v1=${A}`,
    `t=1,v1=${A.toUpperCase()}`,
    `t=1,v1=${A.slice(1)}`,
    `t=1,v1=${A}a`,
    `t=1,v1=${A}\n`,
    `t=1,v1=`,
    `t=1, v1=${A}`,
    ` t=1,v1=${A}`,
    `t=1;v1=${A}`,
    `t=1,v1=${A},`,
    `t=1,v1=${A},nothing`,
    `t=1,v1=${A},=x`,
    `t=1${`,v1=${A}`.repeat(9)}`,
    `t=1,v1=${A},v1=short`,
    `t=1,v1=${A}, t=1,v1=${A}`,
    `t=1,v1=${A},pad=${"x".repeat(2048)}`,
  ])("%j is malformed", (header) => {
    expect(parseSignatureHeader(header)).toBe("bad_header");
  });

  test("a missing header is refused under its own code", () => {
    expect(parseSignatureHeader(undefined)).toBe("no_header");
  });

  test("any input is either read in full or refused, and never throws", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("t=1", "t=", `v1=${A}`, `v1=${B}`, "v1", "v0=x", " ", "=", "t=1700000000"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const header = pieces.join(",");
        const read = parseSignatureHeader(header);
        if (typeof read === "string") return;
        const elements = header.split(",");
        expect(elements.filter((element) => element.startsWith("t="))).toEqual([`t=${read.t}`]);
        expect(elements.filter((element) => element.startsWith("v1="))).toEqual(read.v1.map((v1) => `v1=${v1}`));
        expect(read.t).toMatch(/^\d{1,12}$/);
      }),
    );
  });
});

/** HMAC by its definition (RFC 2104), sharing nothing with the code under test but SHA-256. */
function hmacByDefinition(secret: string, message: Buffer): string {
  const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const long = Buffer.from(secret, "utf8");
  const key = Buffer.alloc(64);
  (long.length > 64 ? sha256(long) : long).copy(key);
  const pad = (byte: number) => Buffer.from(key.map((value) => value ^ byte));
  return sha256(pad(0x5c), sha256(pad(0x36), message)).toString("hex");
}

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
  fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
  fc.constantFrom(
    Buffer.alloc(0),
    Buffer.from("\uFEFF{}"),
    Buffer.from('{\r\n"a": 1\r\n}\r\n'),
    Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('{"a":"\u0000\\u0000"}'),
    Buffer.from("Peña 🇲🇽 ń 𠮷"),
    Buffer.alloc(1024 * 1024, "x"),
  ),
);
const secrets = fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 });
const seconds = fc.integer({ min: 0, max: 999_999_999_999 }).map(String);

describe("the signature", () => {
  test("is the HMAC over `<t>.<raw body>`, byte for byte, as an independent computation shows", () => {
    fc.assert(
      fc.property(secrets, seconds, bodies, (secret, t, body) => {
        const expected = hmacByDefinition(secret, Buffer.concat([Buffer.from(`${t}.`), body]));
        expect(signatureOf(signingKey(secret), t, body).toString("hex")).toBe(expected);
        const keys = [{ key: signingKey(`${secret}x`) }, { key: signingKey(secret) }];
        const header = { t, v1: [A, expected] };
        expect(matchSignature(header, body, keys)).toEqual({ match: keys[1], signature: expected });
      }),
    );
  });

  test("any other body, time or secret does not match", () => {
    fc.assert(
      fc.property(secrets, seconds, bodies, fc.nat(), fc.nat(7), (secret, t, body, at, bit) => {
        const v1 = [createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex")];
        const keys = [{ key: signingKey(secret) }];
        const touched = body.length === 0 ? Buffer.from("x") : Buffer.from(body);
        if (body.length > 0) touched[at % body.length] = (touched[at % body.length] ?? 0) ^ (1 << bit);
        expect(matchSignature({ t, v1 }, body, keys)?.match).toBe(keys[0]);
        expect(matchSignature({ t, v1 }, touched, keys)).toBeUndefined();
        expect(matchSignature({ t: `0${t}`, v1 }, body, keys)).toBeUndefined();
        expect(matchSignature({ t, v1 }, body, [{ key: signingKey(`${secret} `) }])).toBeUndefined();
        expect(matchSignature({ t, v1 }, body, [])).toBeUndefined();
      }),
    );
  });

  test("a text signed by the service equals the bytes that arrive", () => {
    const text = '{"event_name":"verification.v2.created","data":{"account_name":"Ñandú"}}';
    const v1 = createHmac("sha256", "whsec").update(`1700000000.${text}`).digest("hex");
    const keys = [{ key: signingKey("whsec") }];
    expect(matchSignature({ t: "1700000000", v1: [v1] }, Buffer.from(text), keys)).toBeDefined();
    expect(matchSignature({ t: "1700000000", v1: [v1] }, Buffer.from(text, "latin1"), keys)).toBeUndefined();
  });
});

describe("the time", () => {
  test.each([
    [-301, "too_new"],
    [-300, "on_time"],
    [0, "on_time"],
    [300, "on_time"],
    [301, "late"],
    [86_400, "late"],
    [86_401, "too_old"],
  ])("a skew of %i s is %s where a day is accepted", (skew, expected) => {
    expect(judgeSkew(skew, 86_400)).toBe(expected);
  });

  test.each([
    [300, "on_time"],
    [301, "too_old"],
  ])("a skew of %i s is %s with only the interface's window", (skew, expected) => {
    expect(judgeSkew(skew, 300)).toBe(expected);
  });

  test("is counted in whole seconds from t to now", () => {
    expect(skewSeconds("1700000000", 1_700_000_000_999)).toBe(0);
    expect(skewSeconds("1700000001", 1_700_000_000_999)).toBe(-1);
    expect(judgeSkew(skewSeconds("999999999999", Date.now()), 86_400)).toBe("too_new");
    expect(judgeSkew(skewSeconds("0", Date.now()), 86_400)).toBe("too_old");
  });
});
