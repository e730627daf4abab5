import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";

type Props = { name: string; selected: boolean; active: boolean };

/** A child of `.list-select`; the list handles the selection (`data-select` on the same element). */
export function SelectBox({ name, selected, active }: Props) {
  const t = useTranslations("list.selection");
  return <Checkbox aria-label={t("select", { name })} checked={selected} tabIndex={active ? 0 : -1} />;
}
