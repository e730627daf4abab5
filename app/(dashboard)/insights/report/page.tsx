import "#components/kit/paper.css";
import "./report.css";
import { ReportView } from "#components/insights/report/report-view.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { monthAfter, reportAddress } from "#lib/insights/contract/report.ts";
import { currentMonth, readReport } from "#lib/insights/server/report.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

// A printed time is in the words of decisions, a kind of change in the words of the export.
const words = (all: AllMessages) => {
  const { resolution, state } = all.review;
  return {
    ...pick(all, "decision", "report"),
    "insights-export": { change: all["insights-export"].change },
    list: pick(all.list, "ignored"),
    review: { resolution, state },
    "review-policy": pick(all["review-policy"], "change", "changedApproval"),
  };
};

export const generateMetadata = titled("report.title");

/** The report of a month for a committee or a regulator; by default of the last whole month. */
export default async function ReportPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { id: userId, role } = await requirePermission("insights.read");
  const current = await currentMonth();
  const { filter } = reportAddress(current).read(parametersOf(await searchParams));
  const month = filter.month ?? monthAfter(current, -1);
  const report = await readReport(month, { userId, seesTeam: may(role, "insights.team") });
  return (
    <RouteMessages words={words}>
      <ReportView report={await coveredFor(role, report)} current={current} />
    </RouteMessages>
  );
}
