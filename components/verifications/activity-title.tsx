"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { VerificationSort } from "#lib/contract/verification-filter.ts";
import { ColumnTitle } from "./column-title.tsx";

type Props = { sort: VerificationSort; onSort: (sort: VerificationSort) => void };

/** The title of the column that orders the list, and the button that turns the order round; cards have the title only. */
export function ActivityTitle({ sort, onSort }: Props) {
  const t = useTranslations("verifications.table");
  const oldestFirst = sort === "last_activity_at";
  const Icon = oldestFirst ? ArrowUp : ArrowDown;
  return (
    <>
      <span className="@[60rem]:hidden">
        <ColumnTitle id="activity" />
      </span>
      <button
        type="button"
        title={oldestFirst ? t("sortLatest") : t("sortOldest")}
        onClick={() => onSort(oldestFirst ? "-last_activity_at" : "last_activity_at")}
        className="hidden items-center gap-1 whitespace-nowrap rounded hover:text-foreground @[60rem]:inline-flex"
      >
        <ColumnTitle id="activity" />
        {sort.endsWith("last_activity_at") && <Icon aria-hidden className="size-3" />}
      </button>
    </>
  );
}
