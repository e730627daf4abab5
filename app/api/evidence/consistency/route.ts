import { consistencyQuery } from "#lib/contract/evidence/proofs.ts";
import { proveConsistency } from "#lib/server/evidence/proofs.ts";
import { route } from "#lib/server/http/route.ts";

/** The proof that the log of `first` entries is the beginning of that of `second`. */
export const GET = route({ access: "evidence.read", token: true, query: consistencyQuery }, ({ query }) =>
  proveConsistency(query),
);
