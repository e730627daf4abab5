import { readHead } from "#lib/server/evidence/proofs.ts";
import { route } from "#lib/server/http/route.ts";

/** The newest head of the evidence log with its signature and public key. */
export const GET = route({ access: "evidence.read", token: true }, () => readHead());
