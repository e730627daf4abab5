import { post } from "./api.ts";

/** Signs the report of a month off, as it was shown. */
export const signReportOff = (month: string, digest: string): Promise<void> =>
  post(`/api/insights/report/${month}/sign-off`, { digest });
