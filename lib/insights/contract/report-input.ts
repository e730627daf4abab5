import { z } from "zod";

/** The body of `POST /api/insights/report/{month}/sign-off`: the digest of the shown report. */
export const reportSignOff = z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/) });
