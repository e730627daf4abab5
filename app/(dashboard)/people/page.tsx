import { facts, RouteMessages } from "#components/page/route-messages.tsx";
import { PeopleView } from "#components/people/people-view.tsx";
import { peopleSearchOptions } from "#lib/browser/people.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { PEOPLE_FILTER } from "#lib/contract/people/people-search.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";
import { ruleFor } from "#lib/server/need-to-know/policy.ts";
import { searchPeople } from "#lib/server/people/search.ts";

export const generateMetadata = titled("people.page.title");

export default async function PeoplePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requirePermission("people.read");
  const { outcome } = PEOPLE_FILTER.read(parametersOf(await searchParams)).filter;
  const client = makeQueryClient();
  await client.prefetchInfiniteQuery({
    ...peopleSearchOptions({ q: null, outcome }),
    queryFn: async () => searchPeople({ rule: await ruleFor(role), q: null, outcome }),
  });
  return (
    <RouteMessages words={facts()} client={await coverPage(role, client)}>
      <PeopleView />
    </RouteMessages>
  );
}
