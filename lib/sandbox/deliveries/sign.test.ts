import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { signatureHeader } from "./sign.ts";

it("signs time and raw body as the interface has it", () => {
  const body = '{"event_name":"verification.v2.created","data":{"verification_tag":"Año Ñandú 🏛"}}';
  const hex = createHmac("sha256", "whsec_a")
    .update(Buffer.from(`1763640000.${body}`, "utf8"))
    .digest("hex");
  expect(signatureHeader("whsec_a", 1_763_640_000, body)).toBe(`t=1763640000,v1=${hex}`);
});

it("gives another secret, time or body another signature", () => {
  const headers = [
    signatureHeader("a", 1, "x"),
    signatureHeader("b", 1, "x"),
    signatureHeader("a", 2, "x"),
    signatureHeader("a", 1, "y"),
  ];
  expect(new Set(headers.map((header) => header.split("v1=")[1])).size).toBe(4);
});
