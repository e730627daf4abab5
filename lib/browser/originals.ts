import type { Originals } from "#lib/contract/verifications/originals.ts";
import { api, queryOf } from "./api.ts";

/** Where the team keeps the originals of items. */
export const originalsOptions = queryOf(["originals"], "GET /api/settings/originals", { staleTime: 0 });

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const setOriginals = (body: Originals): Promise<Originals> => api("PUT /api/settings/originals", { body });
