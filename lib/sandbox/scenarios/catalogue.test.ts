import { expect, it } from "vitest";
import { played } from "#lib/sandbox/testing/stories.ts";

it.each([
  ["first-status-partial", { status: "pending", documents_status: "partial_upload" }],
  ["pending-upload", { status: "pending", documents_status: "pending_upload" }],
  ["pending-external", { status: "pending", documents_status: "pending_external" }],
  ["full-upload", { status: "pending", documents_status: "full_upload" }],
  ["backward", { status: "pending", documents_status: "full_upload" }],
  ["error", { status: "error" }],
  ["pending-validation", { status: "pending_validation" }],
  ["finished", { status: "finished", documents_status: "full_upload" }],
  ["reopened", { status: "pending", documents_status: "partial_upload" }],
  ["finished-again", { status: "finished", findings: { source: "final" } }],
  ["old-findings", { findings: { computed_at: null } }],
  ["finished-clean", { status: "finished", findings: { items: [], source: "final" } }],
])("%s ends as its name says", (name, end) => {
  expect(played(name).state).toMatchObject(end);
});
