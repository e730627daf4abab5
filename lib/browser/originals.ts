import { queryOf } from "./api.ts";

/** Where the team keeps the originals of items. */
export const originalsOptions = queryOf(["originals"], "GET /api/settings/originals", { staleTime: 0 });
