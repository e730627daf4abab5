import type { Originals } from "#lib/contract/verifications/originals.ts";
import { put, queryOf } from "./api.ts";

const PATH = "/api/settings/originals";

/** Where the team keeps the originals of items. */
export const originalsOptions = queryOf<Originals>(["originals"], PATH, { staleTime: 0 });

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const setOriginals = (body: Originals): Promise<Originals> => put(PATH, body);
