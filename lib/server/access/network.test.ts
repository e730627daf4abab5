import { expect, it } from "vitest";
import { networkOf } from "./network.ts";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
  ["2001:db8::7", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
])("%s belongs to %s", (address, network) => expect(networkOf(address)).toBe(network));

it("nobody's address is one of its own", () => expect(networkOf(null)).toBe("unknown"));
