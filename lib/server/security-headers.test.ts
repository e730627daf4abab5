import { expect, it } from "vitest";
import { securityHeaders } from "./security-headers.ts";

it("over https browsers are told to come that way for a year, to every subdomain as well", () => {
  const told = securityHeaders({ https: true })["strict-transport-security"] ?? "";
  expect(Number(/max-age=(\d+)/.exec(told)?.[1])).toBeGreaterThanOrEqual(365 * 24 * 60 * 60);
  expect(told).toContain("includeSubDomains");
});

it("without https they are not, since they could not come any more", () => {
  expect(securityHeaders({ https: false })).not.toHaveProperty("strict-transport-security");
});
