import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Code } from "#components/kit/code.tsx";
import { CheckRow, ChoiceList } from "#components/kit/list/choice-list.tsx";
import { useItemErrorCause, useShownCount, useWords } from "#components/kit/words.tsx";
import type { FilterOption } from "#lib/core/contract/verifications/verification.ts";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { countsOf, useAssigneeName, useFilterOptions, useNames, valuesOf } from "./filter-words.ts";

type ChoicesProps<Value extends string> = {
  of: keyof VerificationFilter;
  values: readonly Value[];
  chosen: Value[];
  onChange: (chosen: Value[]) => void;
  nameOf: (value: Value) => string;
  /** True if it is the first or only part of its panel. */
  legendHidden?: boolean;
  /** Shown instead of the name of a value. */
  children?: (value: Value) => ReactNode;
};

export function Choices<Value extends string>({ of, legendHidden = false, ...props }: ChoicesProps<Value>) {
  const t = useTranslations("verifications.filters.names");
  return <ChoiceList legend={t(of)} legendShown={!legendHidden} {...props} />;
}

type OccurringProps = Omit<ChoicesProps<string>, "of" | "values"> & {
  of: "status" | "documents_status" | "label" | "account" | "item_error" | "item_type";
  /** The values that the interface defines. */
  known?: readonly string[];
};

/** The values that occur. Without known values, each has its number of files. */
export function OccurringChoices({ of, known, legendHidden = false, ...props }: OccurringProps) {
  const t = useTranslations("verifications.filters");
  const options = useFilterOptions();
  const counts = countsOf(options, of);
  return (
    <ChoiceList
      legend={t(`names.${of}`)}
      legendShown={!legendHidden}
      values={valuesOf(options, of, known)}
      aside={known === undefined ? (value) => <Count count={counts(value)} /> : undefined}
      empty={t(options.state)}
      {...props}
    />
  );
}

type ListProps = { chosen: string[]; onChange: (chosen: string[]) => void };

/** The labels that occur, by name and key. Labels come from the account's own catalogue. */
export function LabelChoices(props: ListProps) {
  const nameOf = useNames(true);
  return (
    <OccurringChoices of="label" nameOf={(label) => nameOf("label", label) ?? label} {...props}>
      {(label) => <NameAndKey name={nameOf("label", label)} value={label} />}
    </OccurringChoices>
  );
}

function Count({ count }: { count: FilterOption["count"] | undefined }) {
  const t = useTranslations("verifications.page.total");
  const shown = useShownCount();
  if (count === undefined) return null;
  return (
    <span className="ml-auto pl-2 text-muted-foreground text-xs tabular-nums">
      <span aria-hidden>{shown(count)}</span>
      <span className="sr-only">
        {typeof count === "number" ? t("exact", { count }) : t("atLeast", { count: count.at_least })}
      </span>
    </span>
  );
}

/** The name, and below it the value that programs use. */
function NameAndKey({ name, value }: { name: string | null; value: string }) {
  return (
    <>
      {name !== null && <span className="wrap-anywhere block text-sm">{name}</span>}
      <Code className="block">{shownText(value)}</Code>
    </>
  );
}

/** Accounts by name, with the id, since names may be equal. A single account is only named, since there is no choice. */
export function AccountChoices({ chosen, onChange }: ListProps) {
  const t = useTranslations("verifications.filters");
  const nameOfAny = useNames(true);
  const nameOf = (id: string) => nameOfAny("account", id);
  const values = valuesOf(useFilterOptions(), "account");
  // A filter that was set when the panel was opened stays visible while it is cleared.
  const [narrowed] = useState(chosen.length > 0);
  const [only] = values;
  if (only !== undefined && values.length === 1 && !narrowed && chosen.length === 0) {
    return (
      <div className="px-2 pt-1">
        <p className="pb-0.5 font-medium text-muted-foreground text-xs">{t("names.account")}</p>
        <p className="text-xs">{t("onlyAccount")}</p>
        <NameAndKey value={only} name={nameOf(only)} />
      </div>
    );
  }
  return (
    <OccurringChoices of="account" chosen={chosen} onChange={onChange} nameOf={(id) => nameOf(id) ?? id}>
      {(id) => <NameAndKey value={id} name={nameOf(id)} />}
    </OccurringChoices>
  );
}

export function AssigneeChoices(props: ListProps) {
  const nameOf = useAssigneeName(true);
  const { data } = useQuery(reviewChoicesOptions());
  const values = ["me", "none", ...(data?.assignees.map(({ user_id }) => user_id) ?? [])];
  return (
    <Choices of="assignee" values={values} nameOf={(assignee) => nameOf(assignee) ?? assignee} {...props}>
      {(assignee) => <span className="wrap-anywhere">{nameOf(assignee) ?? assignee}</span>}
    </Choices>
  );
}

type ItemParts = Pick<VerificationFilter, "has_item_error" | "item_error" | "item_type">;

type ItemChoicesProps = { filter: ItemParts; change: (parts: Partial<ItemParts>) => void };

/** Items that need attention: any, or those with certain codes or types. Lists the values that occur with their meaning. */
export function ItemChoices({ filter, change }: ItemChoicesProps) {
  const t = useTranslations("verifications.filters");
  const meaning = useItemErrorCause();
  const typeName = useWords("itemType");
  return (
    <div>
      <CheckRow checked={filter.has_item_error} onChange={(has_item_error) => change({ has_item_error })}>
        {t("anyItemError")}
      </CheckRow>
      <OccurringChoices
        of="item_error"
        chosen={filter.item_error}
        onChange={(item_error) => change({ item_error })}
        nameOf={(code) => meaning(code) ?? code}
      >
        {(code) => <NameAndKey name={meaning(code)} value={code} />}
      </OccurringChoices>
      <OccurringChoices
        of="item_type"
        chosen={filter.item_type}
        onChange={(item_type) => change({ item_type })}
        nameOf={(type) => typeName(type) ?? type}
      >
        {(type) => <NameAndKey name={typeName(type)} value={type} />}
      </OccurringChoices>
    </div>
  );
}
