import { readEvidenceState } from "#lib/server/evidence/state.ts";
import { route } from "#lib/server/http/route.ts";

/** The newest head, the entries that are not sealed yet, and the sent heads. */
export const GET = route({ access: "evidence.read" }, () => readEvidenceState());
