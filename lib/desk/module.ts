import { QUERIES_OF_FILE } from "#lib/core/module.ts";
import {
  ADMINS,
  ALL_BUT_AUDITORS,
  COMPLIANCE,
  FILE,
  type ModuleManifest,
  OVERSEERS,
  REVIEWERS,
  REVIEWERS_AND_AUDITORS,
  ROLES,
} from "#lib/platform/manifest.ts";

/** The manifest of `desk`: reviews and their decisions, notes, drafts, views, samples, custody. */
export const desk = {
  actions: {
    verifications: {
      verification: ["relation_ended"],
      custody_policy: ["changed"],
      legal_hold: ["placed", "ended"],
      note: ["added", "changed", "deleted"],
      view: ["added", "changed", "deleted"],
      views: ["ordered"],
    },
    reviews: {
      // Entries of reviews leave out the text of a reason.
      review: ["changed", "ratified", "approval_answered", "undone", "taken", "explained"],
      reviews: ["changed", "undone"],
      review_decisions: ["exported"],
      // The entries of samples leave out the text of a note. `signed`: the worksheet, in the state that a digest names.
      review_sample: ["drawn", "reviewed", "signed", "exported"],
      review_policy: ["changed"],
    },
  },
  ids: { hold_id: "uuid", note_id: "number", view_id: "uuid", sample_id: "uuid" },
  permissions: {
    "privacy.read": {
      roles: OVERSEERS,
      allows: "See for how long files are kept, legal holds, and what the retention deleted.",
    },
    "privacy.manage": { roles: ADMINS, allows: "Set for how long files are kept, place and end legal holds." },
    "notes.write": {
      roles: ALL_BUT_AUDITORS,
      allows: "Write notes about verifications, change and delete own ones; keep drafts of unsaved text.",
    },
    "notes.compliance": {
      roles: REVIEWERS_AND_AUDITORS,
      allows: "Read notes for compliance only, and write them with `notes.write`.",
    },
    "views.read": { roles: ROLES, allows: "Use shared and own views of the list." },
    "views.own": { roles: ALL_BUT_AUDITORS, allows: "Save views of the list, change and delete own ones." },
    "views.share": { roles: REVIEWERS, allows: "Share views with everybody, change, order and delete shared ones." },
    "reviews.read": { roles: ROLES, allows: "See reviews, their log and the decisions of a period." },
    "reviews.decide": {
      roles: COMPLIANCE,
      allows: "Take the next review, wait for the customer, decide, ratify, approve proposals of others, and undo.",
    },
    "reviews.assign": { roles: REVIEWERS, allows: "Open and assign reviews." },
    "reviews.policy": {
      roles: ADMINS,
      allows:
        "Set the policy of reviews: working hours, due times, approval, the reasons for rejecting and closing, letters to customers.",
    },
    "decisions.read": { roles: ROLES, allows: "Check whether a decision still stands.", forTokens: true },
    "samples.review": {
      roles: OVERSEERS,
      allows: "Draw samples of decisions, enter the result of each decision, sign the worksheet.",
    },
  },
  alerts: { operation: ["reviews_unassigned"] },
  // Changes of decisions, for systems of the customer.
  events: {
    decisions: ["review.decided", "review.approved", "review.undone", "review.overtaken", "review.reopened"],
  },
  live: {
    notes: { ofFile: false, keys: [["verifications", "notes", FILE]] },
    review: { ofFile: true, keys: [...QUERIES_OF_FILE, ["reviews", "lanes"], ["reviews", "log", FILE]] },
  },
  queriesOfFile: [["verifications", "drafts", FILE]],
} as const satisfies ModuleManifest;
