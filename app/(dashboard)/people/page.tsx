import { PeopleView } from "#components/core/people/people-view.tsx";
import { facts, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { peopleSearchOptions } from "#lib/core/browser/people.ts";
import { PEOPLE_FILTER } from "#lib/core/contract/people/people-search.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { ruleFor } from "#lib/core/server/need-to-know/policy.ts";
import { searchPeople } from "#lib/core/server/people/search.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

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
