import { queryOf } from "./api.ts";
import { noticeKeys } from "./query-keys.ts";

/** The alerts of the installation, worded by the server. Each alert is also announced as a notice. */
export const alertsOptions = (locale: string) =>
  queryOf([...noticeKeys.all, "alerts", locale], "GET /api/settings/alerts");
