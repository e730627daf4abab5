import { expect, it } from "vitest";
import type { ROLES } from "#lib/platform/manifest.ts";
import { may, PERMISSIONS, type Permission } from "./permissions.ts";

const held = (role: (typeof ROLES)[number]) =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(role, permission)).toSorted();

it("an admin may do everything but decide on files", () =>
  expect(held("admin")).toEqual(
    Object.keys(PERMISSIONS)
      .filter((permission) => permission !== "reviews.decide")
      .toSorted(),
  ));

it("support reads, writes notes, and changes only their own account and views", () => {
  expect(held("support")).toEqual([
    "account.own",
    "decisions.read",
    "documents.open",
    "exports.read",
    "notes.write",
    "overview.read",
    "people.read",
    "reviews.read",
    "verifications.read",
    "views.own",
    "views.read",
  ]);
});

it("compliance may add verifications, review them and play as well", () => {
  expect(held("compliance").filter((permission) => !may("support", permission))).toEqual([
    "insights.read",
    "insights.sign",
    "notes.compliance",
    "privacy.requests",
    "reviews.assign",
    "reviews.decide",
    "sandbox.play",
    "statements.write",
    "verifications.import",
    "views.share",
  ]);
});

it("an auditor reads, and changes nothing but their own account and samples", () => {
  expect(held("auditor")).toEqual([
    "account.own",
    "audit.read",
    "audit.stream",
    "channels.read",
    "decisions.read",
    "evidence.read",
    "exports.read",
    "insights.read",
    "insights.team",
    "notes.compliance",
    "overview.read",
    "people.read",
    "privacy.read",
    "reviews.read",
    "samples.review",
    "settings.read",
    "tokens.read",
    "verifications.read",
    "views.read",
  ]);
});

it("each row describes its permission in a sentence", () => {
  for (const { allows } of Object.values(PERMISSIONS)) expect(allows).toMatch(/^[A-Z].*\.$/);
});
