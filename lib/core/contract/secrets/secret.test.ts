import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { proveSecret, signSample } from "./secret.ts";

const SECRET = "whsec_0123456789abcdef";
const SAMPLE = { t: "1763750400", body: '{"event_name":"verification.v2.created","data":{}}' };

/** The signature that a receiver computes with its stored secret. */
const sign = (stored: string): string =>
  createHmac("sha256", stored).update(`${SAMPLE.t}.${SAMPLE.body}`).digest("hex");

it("signs as the service does", async () => {
  expect(await signSample(SECRET, SAMPLE)).toBe(`t=${SAMPLE.t},v1=${sign(SECRET)}`);
});

it.each([
  ["a header", `t=${SAMPLE.t},v1=${sign(SECRET)}`],
  ["bare hex", sign(SECRET)],
  ["upper case", sign(SECRET).toUpperCase()],
  ["what openssl prints", `SHA2-256(stdin)= ${sign(SECRET)}\n`],
])("%s proves it", async (_what, pasted) => {
  expect(await proveSecret(pasted, SECRET, SAMPLE)).toBe("matches");
});

it.each([
  [`${SECRET}\n`, "white_space"],
  [`${SECRET}\r\n`, "white_space"],
  [` ${SECRET}`, "white_space"],
  [`"${SECRET}"`, "quotes"],
  [`'${SECRET}'`, "quotes"],
  [SECRET.slice("whsec_".length), "prefix"],
  ["whsec_another", "other"],
])("gives the reason why a secret stored as %j does not match", async (stored, proof) => {
  expect(await proveSecret(sign(stored), SECRET, SAMPLE)).toBe(proof);
});

it("reports a missing signature, and accepts only a signature as proof", async () => {
  const real = sign(SECRET);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), maxLength: 80 }), async (pasted) => {
      const proof = await proveSecret(pasted, SECRET, SAMPLE);
      expect(proof === "matches").toBe(pasted.toLowerCase().includes(real));
    }),
  );
  expect(await proveSecret("", SECRET, SAMPLE)).toBe("unreadable");
  expect(await proveSecret(`${real}0`, SECRET, SAMPLE)).toBe("unreadable");
});
