import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Form } from "#components/kit/form.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { monthAfter } from "#lib/insights/contract/report.ts";
import { Button } from "@/components/ui/button";
import { useMonthName } from "./report-words.ts";

/** Number of months in the menu; earlier months are reached one at a time. */
const MENU_MONTHS = 24;

const addressOf = (month: string): string => `/insights/report?month=${month}`;

/** Chooses a month. The address contains it, so that colleagues can open the same report. */
export function MonthForm({ month, current }: { month: string; current: string }) {
  const t = useTranslations("report");
  const monthName = useMonthName();
  const router = useRouter();
  const [chosen, setChosen] = useState(month);
  const recent = Array.from({ length: MENU_MONTHS }, (_, index) => monthAfter(current, -index));
  const later = monthAfter(month);
  return (
    <Form onSend={() => router.push(addressOf(chosen))} className="flex flex-wrap items-end gap-2">
      <div className="w-44">
        <SelectField
          label={t("month")}
          values={recent.includes(month) ? recent : [...recent, month]}
          nameOf={monthName}
          value={chosen}
          onChange={setChosen}
          size="sm"
        />
      </div>
      <Button type="submit" variant="outline" size="sm">
        {t("show")}
      </Button>
      <Button asChild variant="ghost" size="sm">
        <Link href={addressOf(monthAfter(month, -1))} prefetch={false}>
          <ChevronLeft aria-hidden />
          {t("earlier")}
        </Link>
      </Button>
      {later <= current && (
        <Button asChild variant="ghost" size="sm">
          <Link href={addressOf(later)} prefetch={false}>
            {t("later")}
            <ChevronRight aria-hidden />
          </Link>
        </Button>
      )}
    </Form>
  );
}
