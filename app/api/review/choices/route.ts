import { route } from "#lib/server/http/route.ts";
import { readChoices } from "#lib/server/review/read.ts";

/** The choices in the dialogs of reviews: reasons, accounts to assign, when a second person is needed. */
export const GET = route({ access: "reviews.read" }, () => readChoices());
