import { queryOf } from "./api.ts";

export const needToKnowOptions = queryOf(["need-to-know"], "GET /api/settings/need-to-know");
