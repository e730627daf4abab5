import { pageFaultInput } from "#lib/contract/page-fault-input.ts";
import { createLog } from "#lib/server/base/log.ts";
import { route } from "#lib/server/http/route.ts";

/** Pages report what failed in the browser. No command: the line of the log is the result. */
export const POST = route(
  { access: "account.own", audit: null, limit: { calls: 20, seconds: 60 }, body: pageFaultInput, idle: true },
  async ({ body }) => {
    createLog("dashboard").warn(body, "a page failed in a browser");
  },
);
