import { readEvidenceState } from "#lib/server/evidence/state.ts";
import { route } from "#lib/server/http/route.ts";

/** The newest head, entries that are not sealed yet, and where heads left. */
export const GET = route({ access: "evidence.read" }, () => readEvidenceState());
