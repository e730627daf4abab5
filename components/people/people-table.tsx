"use client";

import { useTranslations } from "next-intl";
import { ColumnTitles } from "#components/list/table/column-titles.tsx";
import { ListTable } from "#components/list/table/list-table.tsx";
import type { PeopleList, PersonSummary } from "#lib/contract/people/people-search.ts";
import { CELL, COLUMN_IDS, HEADER_ROW, TABLE } from "./layout.ts";
import { personKey } from "./person-place.ts";
import { PersonRow } from "./person-row.tsx";

type Props = {
  rows: readonly PersonSummary[];
  total: PeopleList["total"] | undefined;
  /** Rows of the search before, shown until the new ones arrive. */
  outdated: boolean;
  /** Whether Enter in the field opens the first row. */
  firstIsMeant: boolean;
  /** Where the focus goes from above the first row. */
  focusField: () => void;
  onNearEnd: () => void;
};

export function PeopleTable({ rows, firstIsMeant, focusField, ...rest }: Props) {
  const t = useTranslations("people.table");
  return (
    <ListTable
      {...rest}
      label={t("label")}
      description={t("description")}
      rows={rows}
      keyOf={personKey}
      className={TABLE}
      head={
        <ColumnTitles
          columns={COLUMN_IDS}
          titleOf={t}
          hints={{ at: t("atHint") }}
          row={HEADER_ROW}
          cell={CELL}
          rowIndex={1}
        />
      }
      onAbove={focusField}
    >
      {(index, active) => {
        const person = rows[index];
        return (
          person && (
            <PersonRow
              key={personKey(person)}
              person={person}
              index={index}
              active={active}
              meant={firstIsMeant && index === 0}
            />
          )
        );
      }}
    </ListTable>
  );
}
