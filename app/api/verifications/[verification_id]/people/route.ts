import { verificationParams } from "#lib/contract/fields.ts";
import { peopleQuery } from "#lib/contract/people/people-input.ts";
import { route } from "#lib/server/http/route.ts";
import { showPeople } from "#lib/server/people/open.ts";

/**
 * The people of a verification as the caller's role is shown them, without the address of the PDF (design §9). Opening them
 * reads the service; with `read=false`, for pages that show them already and follow live updates, only the read model is
 * queried, since a read would cause updates and these the next read (design §5). With `whole=none` all of them are sent in
 * short, as a file's page names them, and with `whole=7` all but that one.
 */
export const GET = route(
  { access: "people.read", params: verificationParams, query: peopleQuery },
  ({ user, actor, params, query }) => showPeople({ ...params, ...query, read: query.read !== "false" }, user, actor),
);
