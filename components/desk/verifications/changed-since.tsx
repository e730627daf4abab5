import { useTimeZone, useTranslations } from "next-intl";
import { useId } from "react";
import { Form } from "#components/kit/form.tsx";
import { LAST_VISIT } from "#lib/core/contract/verifications/verification-filter.ts";
import { fridayEvening, yesterday } from "#lib/desk/contract/review/since-times.ts";
import { Button } from "@/components/ui/button";
import { FieldLabel, FieldLegend, FieldSet } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type Props = { since: string | null; onChange: (since: string | null) => void };

/** Chooses since when files have changed: the last visit, yesterday, the end of the last working week, or any time. */
export function ChangedSince({ since, onChange }: Props) {
  const t = useTranslations("verifications.filters");
  const timeZone = useTimeZone() ?? "UTC";
  const id = useId();
  const send = (typed: FormData) => {
    const at = new Date(String(typed.get("since") ?? ""));
    if (!Number.isNaN(at.getTime())) onChange(at.toISOString());
  };
  return (
    <FieldSet className="block px-2 py-1">
      <FieldLegend className="float-left mb-0 w-full pb-1 text-muted-foreground text-xs">
        {t("names.changed_since")}
      </FieldLegend>
      <div className="clear-both flex flex-wrap gap-1">
        <Button variant="outline" size="sm" onClick={() => onChange(LAST_VISIT)}>
          {t("since.last_visit")}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onChange(yesterday(Date.now(), timeZone))}>
          {t("since.yesterday")}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onChange(fridayEvening(Date.now(), timeZone))}>
          {t("since.friday")}
        </Button>
        {since !== null && (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            {t("anyTime")}
          </Button>
        )}
      </div>
      <Form onSend={send} className="flex items-end gap-1.5 pt-1.5">
        <div className="min-w-0 flex-1">
          <FieldLabel htmlFor={id} className="pb-1 text-muted-foreground text-xs">
            {t("since.time")}
          </FieldLabel>
          <Input id={id} name="since" type="datetime-local" required className="h-8 text-[0.8125rem]" />
        </div>
        <Button type="submit" variant="outline" size="sm">
          {t("apply")}
        </Button>
      </Form>
    </FieldSet>
  );
}
