import { inclusionQuery } from "#lib/contract/evidence/proofs.ts";
import { proveInclusion } from "#lib/server/evidence/proofs.ts";
import { route } from "#lib/server/http/route.ts";

/** The proof that the entry `index` is in the log of `size` entries. */
export const GET = route({ access: "evidence.read", token: true, query: inclusionQuery }, ({ query }) =>
  proveInclusion(query),
);
