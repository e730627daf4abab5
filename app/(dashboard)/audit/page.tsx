import { type AllMessages, facts, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { AuditView } from "#components/records/audit/audit-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { AUDIT_FILTER } from "#lib/platform/contract/audit/audit-filter.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";
import { auditListOptions } from "#lib/records/browser/audit.ts";
import { listAudit } from "#lib/records/server/audit/list.ts";

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
