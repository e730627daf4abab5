import { expect, it } from "vitest";
import { der, MalformedDer, octetsOf, readDer, TAG } from "./der.ts";

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

it.each([0, 1, 127, 128, 255, 256, 1000, 65_535])("reads %i bytes of content as they were written", (length) => {
  const octets = Buffer.alloc(length, 7);
  const [read, none] = readDer(der(TAG.sequence, der(TAG.octets, octets), der(TAG.null))).children;
  expect(read && octetsOf(read)).toEqual(octets);
  expect(none).toMatchObject({ tag: TAG.null, bytes: Buffer.alloc(0) });
});

it("reads an octet string that BER divides", () => {
  expect(octetsOf(readDer(bytes("24 80 04 02 0102 24 80 04 01 03 0000 0000")))).toEqual(bytes("010203"));
  expect(() => octetsOf(readDer(bytes("24 03 02 01 05")))).toThrow(MalformedDer);
});

it.each([
  "",
  "30",
  "3001",
  "3080",
  "308000",
  "0480 0000",
  "3085 0000000001 05",
  "3084 ffffffff",
  "3003 020500",
  "0500 00",
  "1f0100",
])("refuses %s", (hex) => {
  expect(() => readDer(bytes(hex))).toThrow(MalformedDer);
});

it("refuses elements that are too deep", () => {
  expect(() => readDer(bytes("3080".repeat(10_000)))).toThrow(MalformedDer);
});
