import { useTranslations } from "next-intl";
import { Children, type ReactNode } from "react";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { ColleaguesIcon } from "#components/desk/presence/colleagues.tsx";
import { OVERDUE_ICON, ReviewMark, TimeIcon } from "#components/desk/review/review-marks.tsx";
import { DocumentsMeter } from "#components/kit/documents-meter.tsx";
import { iconClass } from "#components/kit/icon.ts";
import { FailedMark, IncompleteMark, SeverityMark, StatusMark } from "#components/kit/marks.tsx";
import type { LookupResult } from "#lib/core/contract/people/person.ts";
import type { Resolution, ReviewState } from "#lib/core/contract/verifications/review.ts";
import {
  DOCUMENTS_STATUSES,
  SEVERITIES,
  VERIFICATION_STATUSES,
} from "#lib/core/contract/verifications/verification.ts";
import { ItemIcon } from "./item-icon.tsx";

const REVIEWS: readonly { state: ReviewState | null; resolution: Resolution | null }[] = [
  { state: null, resolution: null },
  { state: "open", resolution: null },
  { state: "waiting", resolution: null },
  { state: "approval", resolution: null },
  { state: "resolved", resolution: "accepted" },
  { state: "resolved", resolution: "rejected" },
  { state: "resolved", resolution: "closed" },
];

/** Results with the same icon are listed once. */
const LOOKUPS: readonly LookupResult[] = ["found", "failed", "curp_service_unavailable", "no_result", "none", "ended"];

/** All marks of files with their words, drawn by the components that draw them on the pages. */
export function MarksList() {
  const t = useTranslations("marks");
  const review = useTranslations("review");
  const items = useTranslations("verification.items");
  return (
    <dl className="gap-x-6 text-xs sm:columns-3">
      <Group name={t("of.findings")}>
        {[...SEVERITIES, "other" as const].map((severity) => (
          <SeverityMark key={severity} severity={severity} />
        ))}
      </Group>
      <Group name={t("of.documents")}>
        <FailedMark>{review("reason.item")}</FailedMark>
        <WithIcon icon={<ItemIcon state="failed" className="size-3.5" />}>{items("state.failed")}</WithIcon>
        <WithIcon icon={<ItemIcon state="unclassified" className="size-3.5" />}>{items("state.unclassified")}</WithIcon>
        <WithIcon icon={<ItemIcon state="open" className="size-3.5" />}>{items("open")}</WithIcon>
        <WithIcon icon={<ItemIcon state="done" className="size-3.5" />}>{items("kind.completed")}</WithIcon>
      </Group>
      <Group name={t("of.documentsStatus")}>
        {DOCUMENTS_STATUSES.map((status) => (
          <DocumentsMeter key={status} status={status} />
        ))}
      </Group>
      <Group name={t("of.status")}>
        {[...VERIFICATION_STATUSES, null].map((status) => (
          <StatusMark key={status} status={status} />
        ))}
      </Group>
      <Group name={t("of.review")}>
        {REVIEWS.map((one) => (
          <ReviewMark key={`${one.state} ${one.resolution}`} review={one} />
        ))}
      </Group>
      <Group name={t("of.due")}>
        <WithIcon icon={<TimeIcon of="due" className="size-3.5" />}>{t("due")}</WithIcon>
        <span className={`${iconClass(OVERDUE_ICON.icon)} ${OVERDUE_ICON.tone}`}>{review("due.overdue")}</span>
        <WithIcon icon={<TimeIcon of="until" className="size-3.5" />}>{t("until")}</WithIcon>
      </Group>
      <Group name={t("of.lookup")}>
        {LOOKUPS.map((outcome) => (
          <PeopleOutcomeMark key={outcome} outcome={outcome} />
        ))}
      </Group>
      <Group name={t("of.file")}>
        <IncompleteMark>{t("incomplete")}</IncompleteMark>
        <WithIcon icon={<ColleaguesIcon deciding={false} />}>{t("open")}</WithIcon>
        <WithIcon icon={<ColleaguesIcon deciding />}>{t("deciding")}</WithIcon>
      </Group>
    </dl>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="break-inside-avoid pb-3">
      <dt className="pb-0.5 text-muted-foreground">{name}</dt>
      {Children.map(children, (mark) => (
        <dd className="flex min-h-5.5 items-center">{mark}</dd>
      ))}
    </div>
  );
}

const WithIcon = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 [&>svg]:shrink-0">
    {icon}
    {children}
  </span>
);
