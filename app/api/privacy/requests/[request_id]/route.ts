import { z } from "zod";
import { arcoChange, requestParams } from "#lib/contract/privacy/arco-input.ts";
import { route } from "#lib/server/http/route.ts";
import { changeRequest } from "#lib/server/privacy/arco/change.ts";
import { readDetail } from "#lib/server/privacy/arco/detail.ts";

const query = z.strictObject({ whole: z.enum(["true", "false"]).optional() });

/** The request, its log, and the stored data about its subject; `whole=true` adds the whole CURP, recorded as an opening. */
export const GET = route(
  { access: "privacy.requests", params: requestParams, query, limit: { calls: 120, seconds: 60 } },
  ({ query, params, session, actor }) =>
    readDetail({ ...params, whole: query.whole === "true", role: session.user.role }, actor),
);

/** Extends, answers or executes a request, or adds a note. The audit trail has no texts: they stay in the register. */
export const PATCH = route(
  { access: "privacy.requests", audit: "privacy_request.changed", params: requestParams, body: arcoChange },
  async ({ params, body, session, audit }) => {
    audit.add({ after: { did: body.action } });
    const changed = await changeRequest(params.request_id, body, session.user);
    audit.add({
      after: {
        state: changed.state,
        ...(body.action === "answer" && { answer: body.outcome }),
        due_on: changed.due_on,
      },
    });
    return changed;
  },
);
