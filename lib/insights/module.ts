import { type ModuleManifest, OVERSEERS, REVIEWERS, REVIEWERS_AND_AUDITORS } from "#lib/platform/manifest.ts";

/** The manifest of `insights`: figures of a period, each with its files, and the monthly report. */
export const insights = {
  actions: {
    reviews: {
      insights: ["exported"],
      // The report of a month, in the state that a digest names.
      insights_report: ["signed_off"],
    },
  },
  permissions: {
    "insights.read": {
      roles: REVIEWERS_AND_AUDITORS,
      allows: "See insights: figures of a period, each with its files, and the monthly report.",
    },
    "insights.team": {
      roles: OVERSEERS,
      allows: "See the workload of every officer among the insights, beyond one's own.",
    },
    "insights.sign": { roles: REVIEWERS, allows: "Sign the monthly report off." },
  },
} as const satisfies ModuleManifest;
