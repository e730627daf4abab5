import { verificationParams } from "#lib/contract/fields.ts";
import { peopleQuery } from "#lib/contract/people/people-input.ts";
import { inShort, type Person } from "#lib/contract/people/person.ts";
import { actorOf } from "#lib/server/audit/actor.ts";
import { recordPeopleSent } from "#lib/server/audit/openings.ts";
import { invalid, notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { listPeopleOfVerification } from "#lib/server/people/list-of-verification.ts";
import { openPeople } from "#lib/server/people/open.ts";

/**
 * The people of a verification, everything but the address of the PDF (design §9). Opening them reads the service; with
 * `read=false`, for pages that show them already and follow live updates, only the read model is queried, since a read
 * would cause updates and these the next read (design §5). With `whole=none` all of them are sent in short, as a file's
 * page names them, and with `whole=7` all but that one.
 * The only place where people are sent to a page, and therefore recorded: a person sent whole was opened, the names of
 * the others were seen.
 */
export const GET = route(
  { access: "people.read", params: verificationParams },
  async ({ request, session, params: { verification_id } }) => {
    const query = peopleQuery.safeParse(Object.fromEntries(request.nextUrl.searchParams)).data;
    if (!query) throw invalid("Invalid query.");
    const shown = query.read === "false" ? await listPeopleOfVerification(verification_id) : null;
    const people = shown ?? (await openPeople({ verification_id, userId: session.user.id }));
    if (!people) throw notFound("This verification");
    const isWhole = ({ people_id }: Person) => query.whole === undefined || query.whole === people_id;
    const ids = (list: readonly Person[]) => list.flatMap(({ people_id }) => people_id ?? []);
    const opened = ids(people.full_list.filter(isWhole));
    const named = ids(people.full_list.filter((person) => !isWhole(person)));
    await recordPeopleSent({ verification_id, opened, named }, actorOf(request, session));
    return { ...people, full_list: people.full_list.map((person) => (isWhole(person) ? person : inShort(person))) };
  },
);
