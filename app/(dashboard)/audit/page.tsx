import { AuditView } from "#components/audit/audit-view.tsx";
import { type AllMessages, facts, pick, RouteMessages } from "#components/page/route-messages.tsx";
import { auditListOptions } from "#lib/browser/audit.ts";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { AUDIT_FILTER } from "#lib/contract/audit/audit-filter.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { listAudit } from "#lib/server/audit/list.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { coverPage } from "#lib/server/need-to-know/cover.ts";

const words = (all: AllMessages) => ({
  ...facts("audit")(all),
  notifications: pick(all.notifications, "name"),
  "review-policy": pick(all["review-policy"], "field"),
});

export const generateMetadata = titled("audit.page.title");

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requirePermission("audit.read");
  const { filter } = AUDIT_FILTER.read(parametersOf(await searchParams));
  const client = makeQueryClient();
  await client.prefetchInfiniteQuery({
    ...auditListOptions(filter),
    queryFn: () => listAudit({ filter, reader: role }),
  });
  return (
    <RouteMessages words={words} client={await coverPage(role, client)}>
      <AuditView />
    </RouteMessages>
  );
}
