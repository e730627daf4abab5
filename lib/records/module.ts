import { ADMINS, type ModuleManifest, OVERSEERS, REVIEWERS } from "#lib/platform/manifest.ts";

/** The manifest of `records`: evidence, erasure and retention, requests under the data law. */
export const records = {
  actions: {
    people: {
      // Requests under the data law: their ids alone. `opened`: the whole CURP was shown.
      privacy_request: ["received", "changed", "opened", "extracted"],
    },
    verifications: {
      // `blocked`: erased while it had to be kept, and erased when its period ends. `brought_back`: a user imported the id
      // again, which lifts the erasure of the local data.
      verification: ["erased", "blocked", "brought_back"],
      // The entry has the number of deleted rows, and the rule.
      retention: ["deleted"],
    },
    audit: {
      // `made`: of one file. `period_made`: of all files that were decided in a period.
      evidence_package: ["made", "period_made"],
    },
  },
  ids: { request_id: "uuid" },
  permissions: {
    "verifications.erase": { roles: ADMINS, allows: "Erase the local data of a verification." },
    "evidence.read": {
      roles: OVERSEERS,
      allows: "Read the head of the evidence log, proofs of it, and the evidence packages of files.",
      forTokens: true,
    },
    "privacy.requests": {
      roles: REVIEWERS,
      allows:
        "See, register, extend and answer requests under the data law (ARCO), and export what is kept about a person.",
    },
  },
  alerts: { operation: ["timestamp_missing"] },
  // Heads of the evidence log, by which outsiders can check it.
  events: { evidence: ["evidence_head"] },
} as const satisfies ModuleManifest;
