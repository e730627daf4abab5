import { route } from "#lib/server/http/route.ts";
import { listErasures } from "#lib/server/privacy/blocking/list.ts";

/** Blocked files, and the certificates of the last erasures. */
export const GET = route({ access: "privacy.read" }, () => listErasures());
