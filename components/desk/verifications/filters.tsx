import type { ReactNode } from "react";
import { PeopleOutcomeMark } from "#components/core/people/outcome-mark.tsx";
import { DocumentsMeter } from "#components/kit/documents-meter.tsx";
import { CheckRow } from "#components/kit/list/choice-list.tsx";
import { DayRange } from "#components/kit/list/day-range.tsx";
import type { FilterWords } from "#components/kit/list/filter-chips.tsx";
import { SeverityMark, StatusMark } from "#components/kit/marks.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { PEOPLE_OUTCOMES, type PeopleOutcome } from "#lib/core/contract/people/person.ts";
import { REASONS } from "#lib/core/contract/verifications/review-codes.ts";
import {
  DOCUMENTS_STATUSES,
  FINDINGS_SOURCES,
  type FindingsSource,
  SEVERITIES,
  VERIFICATION_STATUSES,
} from "#lib/core/contract/verifications/verification.ts";
import {
  DOCUMENT_DATES,
  type DocumentDatesFilter,
  DUE_DATES,
  DUE_FILTERS,
  type DueDatesFilter,
  LAST_VISIT,
  REVIEW_FILTERS,
  VERIFICATION_SORTS,
  type VerificationFilter,
  type VerificationSort,
} from "#lib/core/contract/verifications/verification-filter.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { ChangedSince } from "./changed-since.tsx";
import { isDateSort, showsDates } from "./dates-columns.tsx";
import {
  AccountChoices,
  AssigneeChoices,
  Choices,
  ItemChoices,
  LabelChoices,
  OccurringChoices,
} from "./filter-choices.tsx";
import { Days, TagField } from "./filter-fields.tsx";
import { type AppliedFilter, useValueWords, type ValueWords } from "./filter-words.ts";

type ControlProps = {
  filter: VerificationFilter;
  change: (part: Partial<VerificationFilter>) => void;
  nameOf: (applied: AppliedFilter) => string;
  t: ValueWords["t"];
};

type ShownFilter = {
  /** The panel with the control; null for the search, which has its own field. */
  panel: "status" | "documents" | "findings" | "review" | "changed" | "more" | null;
  /** Words for a value. If they are absent or null, the value is shown unchanged. */
  words?: (words: ValueWords, value: string) => string | null;
  /** Different values may have the same words, so the value is shown too. */
  isAmbiguous?: true;
  /** Absent if the control of another filter sets this filter too, or if only addresses set it. */
  control?: (props: ControlProps) => ReactNode;
};

type ListName = {
  [Name in keyof VerificationFilter]: VerificationFilter[Name] extends string[] ? Name : never;
}[keyof VerificationFilter];

function choices<Name extends ListName>(of: Name, { filter, change, nameOf }: ControlProps) {
  type Value = VerificationFilter[Name][number];
  return {
    of,
    chosen: filter[of] as Value[],
    onChange: (chosen: Value[]) => change({ [of]: chosen }),
    nameOf: (value: Value) => nameOf({ name: of, value }),
  };
}

const since: ShownFilter["words"] = ({ t, days }, value) =>
  value === LAST_VISIT ? t("since.last_visit") : days.from(value);
const numberOfDays: ShownFilter["words"] = ({ t }, value) => t("days", { count: Number(value) });

/** Orders without a heading: the column of creation needs a wide window, and the items have none. */
const ORDER_CLASS: Record<string, string> = { created_at: "min-[95rem]:hidden", items_with_error: "" };

/** Words and controls of all filters. The order is that of the controls in their panels. */
export const FILTERS: Record<keyof VerificationFilter, ShownFilter> = {
  q: { panel: null },
  status: {
    panel: "status",
    words: ({ status }, value) => status(value),
    control: (props) => (
      <OccurringChoices {...choices("status", props)} known={VERIFICATION_STATUSES} legendHidden>
        {(status) => <StatusMark status={status} />}
      </OccurringChoices>
    ),
  },
  documents_status: {
    panel: "documents",
    words: ({ documents }, value) => documents(value),
    control: (props) => (
      <OccurringChoices {...choices("documents_status", props)} known={DOCUMENTS_STATUSES} legendHidden>
        {(status) => <DocumentsMeter status={status} />}
      </OccurringChoices>
    ),
  },
  severity: {
    panel: "findings",
    words: ({ severity }, value) => severity(value),
    control: (props) => (
      <Choices {...choices("severity", props)} values={SEVERITIES} legendHidden>
        {(severity) => <SeverityMark severity={severity} />}
      </Choices>
    ),
  },
  without_severity: {
    panel: "findings",
    words: ({ severity }, value) => severity(value),
    control: ({ filter, change, t }) => (
      <CheckRow
        checked={filter.without_severity.includes("high")}
        onChange={(checked) => change({ without_severity: checked ? ["high"] : [] })}
      >
        {t("withoutHigh")}
      </CheckRow>
    ),
  },
  findings_source: {
    panel: "findings",
    words: ({ t }, value) => t(`sources.${value as FindingsSource}`),
    control: (props) => <Choices {...choices("findings_source", props)} values={FINDINGS_SOURCES} />,
  },
  review: {
    panel: "review",
    words: ({ review }, value) => review(`state.${value}` as "state.open"),
    control: (props) => <Choices {...choices("review", props)} values={REVIEW_FILTERS} />,
  },
  assignee: {
    panel: "review",
    words: ({ assignee }, value) => assignee(value),
    isAmbiguous: true,
    control: (props) => <AssigneeChoices {...choices("assignee", props)} />,
  },
  due: {
    panel: "review",
    words: ({ review }, value) => review(`due.${value}` as "due.today"),
    control: (props) => <Choices {...choices("due", props)} values={DUE_FILTERS} />,
  },
  reason: {
    panel: "review",
    words: ({ review }, value) => review(`reason.${value}` as "reason.item"),
    control: (props) => <Choices {...choices("reason", props)} values={REASONS} />,
  },
  due_dates: {
    panel: "review",
    words: ({ t }, value) => t(`due_dates.${value as DueDatesFilter}`),
    control: (props) => <Choices {...choices("due_dates", props)} values={DUE_DATES} />,
  },
  document_dates: {
    panel: "review",
    words: ({ t }, value) => t(`document_dates.${value as DocumentDatesFilter}`),
    control: (props) => <Choices {...choices("document_dates", props)} values={DOCUMENT_DATES} />,
  },
  checked_before: {
    panel: "review",
    words: ({ days }, value) => days.until(value),
    control: ({ filter, change, t }) => (
      <DayRange
        legend={t("names.checked_before")}
        legendShown
        until={filter.checked_before}
        onUntil={(checked_before) => change({ checked_before })}
      />
    ),
  },
  figure: { panel: null, words: ({ figure, ...names }, value) => figure(value, names) },
  returned_since: { panel: "review", words: since },
  handed_since: { panel: "review", words: since },
  sort: {
    panel: "more",
    words: ({ t }, value) => t(`sorts.${value as VerificationSort}`),
    // A table offers only the orders that no heading of its columns sets.
    control: ({ filter, change, nameOf, t }) => (
      <div className="px-2 py-1">
        <SelectField
          size="sm"
          label={t("names.sort")}
          values={VERIFICATION_SORTS.filter((sort) => !isDateSort(sort) || showsDates(filter))}
          nameOf={(value) => nameOf({ name: "sort", value })}
          classOf={(value) => ORDER_CLASS[value.replace(/^-/, "")] ?? "min-[77rem]:hidden"}
          value={filter.sort}
          onChange={(sort) => change({ sort })}
        />
      </div>
    ),
  },
  changed_since: {
    panel: "changed",
    words: since,
    control: ({ filter, change }) => (
      <ChangedSince since={filter.changed_since} onChange={(changed_since) => change({ changed_since })} />
    ),
  },
  quiet_days: {
    panel: "more",
    words: numberOfDays,
    control: (props) => <Days of="quiet_days" choices={[7, 14, 30]} {...props} />,
  },
  documents_status_days: {
    panel: "more",
    words: numberOfDays,
    control: (props) => <Days of="documents_status_days" choices={[3, 7, 14]} {...props} />,
  },
  created_from: {
    panel: "more",
    words: ({ days }, value) => days.from(value),
    control: ({ filter, change, t }) => (
      <DayRange
        legend={t("created")}
        legendShown
        from={filter.created_from}
        until={filter.created_to}
        onFrom={(created_from) => change({ created_from })}
        onUntil={(created_to) => change({ created_to })}
      />
    ),
  },
  created_to: { panel: "more", words: ({ days }, value) => days.until(value) },
  label: {
    panel: "more",
    words: ({ nameOf }, value) => nameOf("label", value),
    control: (props) => <LabelChoices {...choices("label", props)} />,
  },
  account: {
    panel: "more",
    words: ({ nameOf }, value) => nameOf("account", value),
    isAmbiguous: true,
    control: (props) => <AccountChoices {...choices("account", props)} />,
  },
  tag: {
    panel: "more",
    control: ({ filter, change }) => <TagField tag={filter.tag} onChange={(tag) => change({ tag })} />,
  },
  lookup: {
    panel: "more",
    words: ({ outcome }, value) => outcome(value as PeopleOutcome),
    control: (props) => (
      <Choices {...choices("lookup", props)} values={PEOPLE_OUTCOMES}>
        {(outcome) => <PeopleOutcomeMark outcome={outcome} />}
      </Choices>
    ),
  },
  held: {
    panel: "more",
    words: ({ t }) => t("yes"),
    control: ({ filter, change, nameOf }) => (
      <CheckRow checked={filter.held} onChange={(held) => change({ held })}>
        {nameOf({ name: "held", value: "true" })}
      </CheckRow>
    ),
  },
  has_item_error: {
    panel: "more",
    words: ({ t }) => t("yes"),
    control: (props) => <ItemChoices {...props} />,
  },
  item_error: { panel: "more" },
  item_type: { panel: "more", words: ({ itemType }, value) => itemType(value) },
};

export function useFilterWords(applied: readonly AppliedFilter[] = []) {
  const words = useValueWords(applied);
  return ({ name, value }: AppliedFilter): FilterWords => {
    const { words: inWords, isAmbiguous } = FILTERS[name];
    const known = inWords?.(words, value) ?? null;
    const own = shownText(value);
    const shown = { name: words.t(`names.${name}`), value: known ?? own };
    return isAmbiguous && known !== null ? { ...shown, title: own } : shown;
  };
}
