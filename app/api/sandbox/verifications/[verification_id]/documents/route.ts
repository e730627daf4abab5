import { verificationParams } from "#lib/contract/fields.ts";
import { documentsInput } from "#lib/contract/sandbox/sandbox-input.ts";
import { route } from "#lib/server/http/route.ts";
import { addDocuments } from "#lib/server/sandbox/sandbox.ts";

export const POST = route(
  {
    access: "sandbox.play",
    audit: "sandbox.documents_added",
    params: verificationParams,
    body: documentsInput,
  },
  ({ params, body, audit }) => {
    audit.add({ after: body });
    return addDocuments(params.verification_id, body);
  },
);
