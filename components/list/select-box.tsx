"use client";

import { useTranslations } from "next-intl";

/**
 * Where the box is that selects a row: at its beginning, shown where one points or types, once something is selected
 * (`data-selecting` around the rows), and always to fingers. The list selects the row (`data-select` on the same element).
 */
export const SELECT_PLACE =
  "absolute inset-y-0 left-0 z-2 grid w-8 place-items-center opacity-0 focus-within:opacity-100 in-data-[selecting]:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100";

type Props = { name: string; selected: boolean; active: boolean };

export function SelectBox({ name, selected, active }: Props) {
  const t = useTranslations("list.selection");
  return (
    <input
      type="checkbox"
      aria-label={t("select", { name })}
      checked={selected}
      readOnly
      tabIndex={active ? 0 : -1}
      className="size-4 accent-primary"
    />
  );
}
