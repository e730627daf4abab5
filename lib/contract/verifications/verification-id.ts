import { holdsCurp } from "#lib/contract/people/curp-shape.ts";
import { identifier } from "#lib/contract/text.ts";

/**
 * The id of a verification that is to be known from now on. It goes into addresses, calls and logs: text that names a
 * person may not (design §9).
 */
export const newVerificationId = identifier.refine((id) => !holdsCurp(id), "shaped like a CURP");
