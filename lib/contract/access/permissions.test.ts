import { expect, it } from "vitest";
import { may, PERMISSIONS, type Permission } from "./permissions.ts";
import type { ROLES } from "./user.ts";

const held = (role: (typeof ROLES)[number]) =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(role, permission));

it("an admin may everything", () => expect(held("admin")).toEqual(Object.keys(PERMISSIONS)));

it("support reads, and changes nothing but their own account", () => {
  expect(held("support")).toEqual(["overview.read", "verifications.read", "people.read", "account.own"]);
});

it("compliance may add verifications and play as well", () => {
  expect(held("compliance").filter((permission) => !may("support", permission))).toEqual([
    "verifications.import",
    "sandbox.play",
  ]);
});

it("each row says what it allows, in a sentence", () => {
  for (const { allows } of Object.values(PERMISSIONS)) expect(allows).toMatch(/^[A-Z].*\.$/);
});
