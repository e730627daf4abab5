import { describe, expect, it } from "vitest";
import { newServiceToken } from "./token-input.ts";

const TOKEN = { name: "SIEM", scopes: ["audit.stream"], expires_at: "2026-12-01T00:00:00Z" };

describe("a new service token", () => {
  it("has its scopes once, in their usual order, and a name without surrounding blanks", () => {
    expect(
      newServiceToken.parse({
        ...TOKEN,
        name: "  Core system ",
        scopes: ["decisions.read", "verifications.read", "decisions.read"],
      }),
    ).toEqual({ ...TOKEN, name: "Core system", scopes: ["verifications.read", "decisions.read"] });
  });

  it.each([
    ["no name", { name: "  " }],
    ["a name that is too long", { name: "x".repeat(101) }],
    ["a name with a CURP", { name: "HEGG560427MVZRRL04" }],
    ["a name with a line break", { name: "a\nb" }],
    ["no scope", { scopes: [] }],
    ["a permission that is no scope", { scopes: ["users.manage"] }],
    ["a day as its end", { expires_at: "2026-12-01" }],
    ["no end", { expires_at: undefined }],
    ["a field that it does not know", { user_id: "another" }],
  ])("is refused with %s", (_what, change) => {
    expect(newServiceToken.safeParse({ ...TOKEN, ...change }).success).toBe(false);
  });
});
