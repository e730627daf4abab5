import { verificationParams } from "#lib/contract/fields.ts";
import { labelInput } from "#lib/contract/sandbox/sandbox-input.ts";
import { route } from "#lib/server/http/route.ts";
import { changeLabel } from "#lib/server/sandbox/sandbox.ts";

export const POST = route(
  {
    access: "sandbox.play",
    audit: "sandbox.label_changed",
    params: verificationParams,
    body: labelInput,
  },
  ({ params, body, audit }) => {
    // Without the comment, which is free text and may name a person.
    audit.add({ after: { action: body.action, label: body.label } });
    return changeLabel(params.verification_id, body);
  },
);
