import { verificationParams } from "#lib/contract/fields.ts";
import { peopleQuery } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { showPeople } from "#lib/server/people/open.ts";

/**
 * The people of a verification as the policy shows them to the caller's role, without the address of the PDF (design
 * §9). The request reads the service. `read=false`, for pages that follow live updates of people they show already,
 * queries the read model alone: a read would cause an update, and the update the next read (design §5). `whole=none`
 * shortens all people, as the page of a file does; `whole=7` shortens all but person 7. `again=true` is the request of
 * a page that shows the same already.
 */
export const GET = route(
  { access: "people.read", params: verificationParams, query: peopleQuery },
  ({ user, actor, params, query: { whole, read, again } }) =>
    showPeople({ ...params, whole, read: read !== "false", repeated: again === "true" }, user, actor),
);
