import { verificationParams } from "#lib/contract/fields.ts";
import { route } from "#lib/server/http/route.ts";
import { reopenVerification } from "#lib/server/sandbox/sandbox.ts";

export const POST = route(
  { access: "sandbox.play", audit: "sandbox.verification_reopened", params: verificationParams },
  ({ params }) => reopenVerification(params.verification_id),
);
