import { listInput } from "#lib/contract/sandbox/sandbox-input.ts";
import { route } from "#lib/server/http/route.ts";
import { listVerification } from "#lib/server/sandbox/sandbox.ts";

/** The id is in the body: a pasted text may be anything, and must not appear in a URL. */
export const POST = route(
  { access: "sandbox.play", audit: "sandbox.verification_listed", body: listInput },
  ({ body, audit }) => {
    audit.add({ ids: body });
    return listVerification(body.verification_id);
  },
);
