"use client";

import { useTranslations } from "next-intl";
import { ListTotal, type OfList } from "#components/list/list-total.tsx";
import type { PeopleList } from "#lib/contract/people/people-search.ts";

export function PeopleTotal({ total, ...list }: OfList & { total: PeopleList["total"] | undefined }) {
  const t = useTranslations("people.total");
  return (
    <ListTotal {...list} className="ml-auto">
      {total !== undefined &&
        (typeof total === "number" ? t("exact", { count: total }) : t("atLeast", { count: total.at_least }))}
    </ListTotal>
  );
}
