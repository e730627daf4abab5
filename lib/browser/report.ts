import { api } from "./api.ts";

/** Signs off the report of a month; `digest` identifies the version that was shown. */
export const signReportOff = (month: string, digest: string): Promise<void> =>
  api("POST /api/insights/report/{month}/sign-off", { params: { month }, body: { digest } });
