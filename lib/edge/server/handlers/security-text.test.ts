import { expect, it } from "vitest";
import { securityText } from "#lib/edge/server/handlers/status.ts";

it("states the contact, and an expiry in half a year", () => {
  const text = securityText("mailto:security@cotejo.example", new Date("2026-11-25T21:30:15.123Z"));
  expect(text).toBe("Contact: mailto:security@cotejo.example\nExpires: 2027-05-24T00:00:00Z\n");
});
