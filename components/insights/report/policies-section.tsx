import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useRecordTime } from "#components/kit/record-time.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import type { PolicyChange, Words, WorkingHours } from "#lib/desk/contract/review/policy-changes.ts";
import type { MonthlyReport, ReportedPolicy } from "#lib/insights/contract/report.ts";
import { hoursText } from "#lib/platform/contract/working-time.ts";
import { Nothing, ReportSection } from "./report-section.tsx";
import { useRecordDay } from "./report-words.ts";

/** Of a changed list, this many entries are named; the others are counted. */
const MAX_NAMED = 4;

/** The versions of the review policy that were in force in the month, each with its changes. */
export function PoliciesSection({ policies: { items, total } }: Pick<MonthlyReport, "policies">) {
  const t = useTranslations("report");
  return (
    <ReportSection title={t("section.policies")}>
      {items.length === 0 && <Nothing>{t("policies.empty")}</Nothing>}
      <ol className="space-y-2 print:space-y-1">
        {items.map((policy) => (
          <Version key={policy.version} policy={policy} />
        ))}
      </ol>
      {total > items.length && <p>{t("policies.more", { count: total - items.length })}</p>}
    </ReportSection>
  );
}

function Version({ policy: { version, since, by, changes } }: { policy: ReportedPolicy }) {
  const t = useTranslations("report.policies");
  const at = useRecordTime()(since);
  const words = useChangeWords();
  return (
    <li className="wrap-anywhere">
      <span className="font-medium">{t("version", { version })}</span>{" "}
      <span className="text-muted-foreground">
        {by === null ? t("sinceStart", { at }) : t("since", { at, name: by })}
      </span>
      {changes === null ? (
        <p>{t("first")}</p>
      ) : changes.length === 0 ? (
        <p>{t("same")}</p>
      ) : (
        <ul className="list-disc pl-4">
          {changes.map((change) => (
            <li key={change.field}>{words(change)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function useChangeWords(): (change: PolicyChange) => string {
  const t = useTranslations("review-policy.change");
  const approval = useTranslations("review-policy.changedApproval");
  const format = useFormatter();
  const locale = useLocale();
  const day = useRecordDay();
  const hours = useHoursWords();
  const holiday = useDayFormat();
  const listOf = (entries: readonly Words[], field: PolicyChange["field"]): string => {
    const texts = entries.slice(0, MAX_NAMED).map((words) => words[locale === "en" ? "en" : "es"]);
    const names = field === "holidays" ? texts.map((day) => holiday(day, { dateStyle: "medium" })) : texts;
    const others = entries.length - names.length;
    return format.list(others > 0 ? [...names, t("others", { count: others })] : names);
  };
  return (change) => {
    switch (change.field) {
      case "approval":
        return t("approval", { before: approval(change.before), after: approval(change.after) });
      case "working":
        return t("working", { before: hours(change.before), after: hours(change.after) });
      case "review_from":
        return t("review_from", { before: day(change.before), after: day(change.after) });
      case "templates":
      case "letter":
        return t(change.field);
      default: {
        if ("after" in change)
          return t(change.field, { before: argument(change.before), after: argument(change.after) });
        const { field, added, removed, changed } = change;
        const parts = [
          ...(added.length > 0 ? [t("added", { list: listOf(added, field) })] : []),
          ...(removed.length > 0 ? [t("removed", { list: listOf(removed, field) })] : []),
          ...(changed > 0 ? [t("changed", { count: changed })] : []),
        ];
        return t("list", { name: t(field), parts: parts.join("; ") });
      }
    }
  };
}

/** Numbers are formatted by their message; a flag is a choice of words. */
const argument = (value: number | boolean) => (typeof value === "boolean" ? String(value) : value);

/** A Monday: weekdays are counted from it. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** 'Mon Tue 09:00–18:00 (America/Mexico City)'. */
function useHoursWords(): (hours: WorkingHours) => string {
  const format = useFormatter();
  return ({ days, time_zone, ...hours }) => {
    const names = days
      .toSorted()
      .map((day) => format.dateTime(new Date(MONDAY + (day - 1) * DAY_MS), { weekday: "short", timeZone: "UTC" }));
    return `${names.join(" ")} ${hoursText(hours)} (${time_zone.replaceAll("_", " ")})`;
  };
}
