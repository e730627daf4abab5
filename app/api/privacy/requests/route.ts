import { newArcoRequest } from "#lib/contract/privacy/arco-input.ts";
import { json, route } from "#lib/server/http/route.ts";
import { listRequests, registerRequest } from "#lib/server/privacy/arco/register.ts";

export const GET = route({ access: "privacy.requests" }, () => listRequests());

/** The audit entry has the kinds of the subject's data, and neither name nor CURP. */
export const POST = route(
  {
    access: "privacy.requests",
    audit: "privacy_request.received",
    limit: { calls: 60, seconds: 60 },
    body: newArcoRequest,
  },
  async ({ body, session, audit }) => {
    const registered = await registerRequest(body, session.user);
    audit.add({
      ids: { request_id: registered.request_id },
      after: { kind: body.kind, subject: Object.keys(body.subject), due_on: registered.due_on },
    });
    return json(registered, 201);
  },
);
