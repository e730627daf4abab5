import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-request.ts";

describe("a public address", () => {
  it.each([
    ...["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "2a00:1450::1"],
    ...["64:ff9b::808:808", "64:ff9b::1.1.1.1", "64:ff9b::ac20:1"],
  ])("is %s", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.0.9",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    ...["64:ff9b::a00:1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::", "64:ff9b:1::808:808"],
    "2002:a00:1::1",
    "2001::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "localhost",
    "",
  ])("is not %s", (address) => expect(isPublicAddress(address)).toBe(false));

  it("is never in a private network", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const private4 = fc.oneof(
      fc.tuple(octet, octet, octet).map((rest) => ["10", ...rest].join(".")),
      fc.tuple(fc.integer({ min: 16, max: 31 }), octet, octet).map((rest) => ["172", ...rest].join(".")),
      fc.tuple(octet, octet).map((rest) => ["192.168", ...rest].join(".")),
      fc.tuple(octet, octet).map((rest) => ["169.254", ...rest].join(".")),
    );
    fc.assert(
      fc.property(private4, (address) => ![address, `::ffff:${address}`, `64:ff9b::${address}`].some(isPublicAddress)),
    );
  });
});
