import { type ModuleManifest, REVIEWERS } from "#lib/platform/manifest.ts";

/** The manifest of `statements`: what people state about files, and the days that follow. */
export const statements = {
  actions: {
    verifications: {
      // Entries leave out days and reasons: the statement has them.
      statement: ["made"],
      statements: ["imported", "withdrawn"],
    },
  },
  permissions: {
    "statements.write": {
      roles: REVIEWERS,
      allows: "State dates of documents and business relationships; with `reviews.decide` also yearly checks.",
      forTokens: true,
    },
  },
} as const satisfies ModuleManifest;
