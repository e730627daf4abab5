"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { assigneeName } from "#components/review/workload.tsx";
import { reviewChoicesOptions } from "#lib/browser/reviews.ts";
import { REASONS } from "#lib/contract/verifications/review.ts";
import {
  DUE_FILTERS,
  REVIEW_FILTERS,
  type VerificationFilter,
} from "#lib/contract/verifications/verification-filter.ts";

type ReviewParts = Pick<VerificationFilter, "review" | "assignee" | "due" | "reason">;

type Props = { filter: ReviewParts; onChange: (part: Partial<ReviewParts>) => void };

/** The filters by reviews: state, assignee, due time and reason. */
export function ReviewChoices({ filter, onChange }: Props) {
  const t = useTranslations("verifications.filters.names");
  const words = useTranslations("review");
  return (
    <div className="space-y-2 divide-y divide-border [&>*:last-child]:pb-0 [&>*]:pb-2">
      <ChoiceList
        legend={t("review")}
        legendShown
        values={REVIEW_FILTERS}
        chosen={filter.review}
        onChange={(review) => onChange({ review })}
        nameOf={(state) => words(`state.${state}`)}
      >
        {(state) => words(`state.${state}`)}
      </ChoiceList>
      <AssigneeChoices chosen={filter.assignee} onChange={(assignee) => onChange({ assignee })} />
      <ChoiceList
        legend={t("due")}
        legendShown
        values={DUE_FILTERS}
        chosen={filter.due}
        onChange={(due) => onChange({ due })}
        nameOf={(due) => words(`due.${due}`)}
      >
        {(due) => words(`due.${due}`)}
      </ChoiceList>
      <ChoiceList
        legend={t("reason")}
        legendShown
        values={REASONS}
        chosen={filter.reason}
        onChange={(reason) => onChange({ reason })}
        nameOf={(reason) => words(`reason.${reason}`)}
      >
        {(reason) => words(`reason.${reason}`)}
      </ChoiceList>
    </div>
  );
}

const NOBODY_IN_PARTICULAR = ["me", "none"] as const;

type AssigneeProps = { chosen: string[]; onChange: (chosen: string[]) => void };

/** The reader, nobody, and every possible assignee. */
function AssigneeChoices({ chosen, onChange }: AssigneeProps) {
  const t = useTranslations("verifications.filters.names");
  const nameOf = useAssigneeName(true);
  const { data } = useQuery(reviewChoicesOptions());
  const people = data?.assignees.map(({ user_id }) => user_id) ?? [];
  return (
    <ChoiceList
      legend={t("assignee")}
      legendShown
      values={[...NOBODY_IN_PARTICULAR, ...people]}
      chosen={chosen}
      onChange={onChange}
      nameOf={nameOf}
    >
      {(assignee) => <span className="wrap-anywhere">{nameOf(assignee)}</span>}
    </ChoiceList>
  );
}

/** The name of an assignee in a filter; the id while the name is not known. */
export function useAssigneeName(wanted: boolean): (assignee: string) => string {
  const t = useTranslations("review.assignee");
  const { data } = useQuery({ ...reviewChoicesOptions(), enabled: wanted });
  return (assignee) => {
    if (assignee === "me" || assignee === "none") return t(assignee);
    const known = data?.assignees.find(({ user_id }) => user_id === assignee);
    return known ? assigneeName(known) : assignee;
  };
}
