import { z } from "zod";
import { identifier } from "#lib/contract/fields.ts";
import { actorOf } from "#lib/server/audit/actor.ts";
import { recordPeopleOpened } from "#lib/server/audit/openings.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { listPeopleOfVerification } from "#lib/server/people/list-of-verification.ts";
import { openPeople } from "#lib/server/people/open.ts";

/**
 * The people of a verification, everything but the address of the PDF (design §9). Opening them reads the service; with
 * `read=false`, for pages that show them already and follow live updates, only the read model is queried, else a read would
 * lead to updates and those to the next read (design §5). Whatever way, this is the one place where these people leave for
 * a page, and so the place where their opening is recorded.
 */
export const GET = route(
  { access: "people.read", params: z.object({ verification_id: identifier }) },
  async ({ request, session, params: { verification_id } }) => {
    const shown =
      request.nextUrl.searchParams.get("read") === "false" ? await listPeopleOfVerification(verification_id) : null;
    const people = shown ?? (await openPeople({ verification_id, userId: session?.user.id ?? "" }));
    if (!people) throw notFound("This verification");
    const people_ids = people.full_list.flatMap(({ people_id }) => people_id ?? []);
    await recordPeopleOpened({ verification_id, people_ids }, actorOf(request, session));
    return people;
  },
);
