import { route } from "#lib/server/http/route.ts";
import { cspReport, logCspReport } from "#lib/server/http/security-headers.ts";

/** Browsers' reports of violated policies. No sign-in is needed: the sign-in page has a policy too. */
export const POST = route(
  {
    access: "public",
    audit: null,
    limit: { calls: 30, seconds: 60, inTotal: 300 },
    body: cspReport,
    maxBodyBytes: 8 * 1024,
    media: "csp-report",
  },
  async ({ body }) => {
    logCspReport(body);
  },
);
