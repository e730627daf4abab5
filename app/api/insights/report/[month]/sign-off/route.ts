import { z } from "zod";
import { isMonth } from "#lib/contract/insights/report.ts";
import { route } from "#lib/server/http/route.ts";
import { signOff } from "#lib/server/insights/report.ts";

/** Signs the report of a month off, in the state that the digest names. */
export const POST = route(
  {
    access: "insights.sign",
    stepUp: true,
    audit: "insights_report.signed_off",
    params: z.strictObject({ month: z.string().refine(isMonth) }),
    body: z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) }),
    limit: { calls: 10, seconds: 60 },
  },
  async ({ params: { month }, body: { digest }, user, audit }) => {
    audit.add({ after: { month, digest } });
    await signOff(month, digest, user);
  },
);
