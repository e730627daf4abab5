import { pageFaultInput } from "#lib/contract/page-fault-input.ts";
import { dashboardLog } from "#lib/server/http/responses.ts";
import { route } from "#lib/server/http/route.ts";

/** Pages report what failed in the browser. No command: the line of the log is the result. */
export const POST = route(
  { access: "account.own", audit: null, limit: { calls: 20, seconds: 60 }, body: pageFaultInput, idle: true },
  async ({ body }) => {
    dashboardLog().warn(body, "a page failed in a browser");
  },
);
