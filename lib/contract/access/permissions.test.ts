import { expect, it } from "vitest";
import { ALLOWS, may, PERMISSIONS, type Permission } from "./permissions.ts";
import type { ROLES } from "./user.ts";

const held = (role: (typeof ROLES)[number]) =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(role, permission));

it("an admin may do everything but decide on files", () =>
  expect(held("admin")).toEqual(Object.keys(PERMISSIONS).filter((permission) => permission !== "reviews.decide")));

it("support reads, writes notes, and changes only their own account and views", () => {
  expect(held("support")).toEqual([
    "overview.read",
    "verifications.read",
    "exports.read",
    "documents.open",
    "notes.write",
    "views.read",
    "views.own",
    "people.read",
    "reviews.read",
    "decisions.read",
    "account.own",
  ]);
});

it("compliance may add verifications, review them and play as well", () => {
  expect(held("compliance").filter((permission) => !may("support", permission))).toEqual([
    "verifications.import",
    "notes.compliance",
    "views.share",
    "insights.read",
    "insights.sign",
    "reviews.decide",
    "reviews.assign",
    "privacy.requests",
    "sandbox.play",
  ]);
});

it("an auditor reads, and changes nothing but their own account and samples", () => {
  expect(held("auditor")).toEqual([
    "overview.read",
    "verifications.read",
    "exports.read",
    "notes.compliance",
    "views.read",
    "people.read",
    "reviews.read",
    "decisions.read",
    "samples.review",
    "insights.read",
    "insights.team",
    "channels.read",
    "audit.read",
    "audit.stream",
    "evidence.read",
    "tokens.read",
    "privacy.read",
    "settings.read",
    "account.own",
  ]);
});

it("each row describes its permission in a sentence", () => {
  for (const allows of Object.values(ALLOWS)) expect(allows).toMatch(/^[A-Z].*\.$/);
});
