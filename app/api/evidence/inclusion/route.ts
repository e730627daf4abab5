import { inclusionQuery } from "#lib/contract/evidence/proofs.ts";
import { proveInclusion } from "#lib/server/evidence/proofs.ts";
import { readQuery } from "#lib/server/evidence/query.ts";
import { route } from "#lib/server/http/route.ts";

/** The proof that the entry `index` is in the log of `size` entries. */
export const GET = route({ access: "evidence.read", token: true }, ({ request }) =>
  proveInclusion(readQuery(inclusionQuery, request.nextUrl.searchParams)),
);
