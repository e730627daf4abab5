"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceList } from "#components/list/choice-list.tsx";
import { Count } from "./count.tsx";
import { NameAndKey } from "./name-and-key.tsx";
import { countsOf, useFilterOptions, useNames, valuesOf } from "./use-filter-options.ts";

type Props = { chosen: string[]; onChange: (chosen: string[]) => void };

/** Accounts by their name, with the id that tells apart two of one name. A single one leaves nothing to choose: it is named. */
export function AccountChoices({ chosen, onChange }: Props) {
  const t = useTranslations("verifications.filters");
  const options = useFilterOptions();
  const nameOfAny = useNames(true);
  const nameOf = (id: string) => nameOfAny("account", id);
  const values = valuesOf(options, "account");
  const counts = countsOf(options, "account");
  // A choice that was there when it was opened stays while one unchooses it.
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
    <ChoiceList
      legend={t("names.account")}
      legendShown
      values={values}
      chosen={chosen}
      onChange={onChange}
      nameOf={(id) => nameOf(id) ?? id}
      aside={(id) => <Count count={counts(id)} />}
      empty={t(options.state)}
    >
      {(id) => <NameAndKey value={id} name={nameOf(id)} />}
    </ChoiceList>
  );
}
