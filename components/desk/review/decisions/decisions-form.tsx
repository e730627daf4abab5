import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Form } from "#components/kit/form.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { EXCEPTION_CHOICES, RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import type { DecisionsPeriod } from "#lib/desk/browser/decisions.ts";
import { DECISIONS, type DecisionList, type DecisionSort, TOGETHER_CHOICES } from "#lib/desk/contract/review/log.ts";
import { Button } from "@/components/ui/button";

export type Asked = { asked: DecisionsPeriod; officers: DecisionList["officers"] };
type FormProps = Asked & { sort: DecisionSort; hasTogether: boolean };

export const officerIn = (officers: Asked["officers"], id: string) =>
  officers.find(({ user_id }) => user_id === id)?.user_name;

/** The period and the filters. The address contains all, so that a colleague sees the same rows. */
export function PeriodForm({ asked, officers, sort, hasTogether }: FormProps) {
  const t = useTranslations("decisions");
  const resolutions = useTranslations("review.resolution");
  const router = useRouter();
  const send = (typed: FormData) => {
    const given = new URLSearchParams({ sort });
    for (const [name, value] of typed) if (String(value).trim() !== "") given.set(name, String(value).trim());
    router.push(`/decisions?${DECISIONS.write(DECISIONS.read(given).filter)}`);
  };
  const ids = [...new Set([...officers.map(({ user_id }) => user_id), ...(asked.user === null ? [] : [asked.user])])];
  return (
    <Form
      onSend={send}
      className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3 @[60rem]:flex @[60rem]:*:not-last:flex-1 print:hidden"
    >
      <TextField label={t("from")} name="from" type="date" required defaultValue={asked.from} />
      <TextField label={t("to")} name="to" type="date" required defaultValue={asked.to} />
      <Choice
        name="exception"
        label={t("exceptions")}
        values={EXCEPTION_CHOICES}
        nameOf={(one) => t(one === "" ? "withOrWithout" : `exception.${one}`)}
        chosen={asked.exception}
      />
      <Choice
        name="user"
        label={t("officer")}
        values={ids}
        nameOf={(id) => (id === "" ? t("everybody") : (officerIn(officers, id) ?? id))}
        chosen={asked.user}
      />
      <Choice
        name="resolution"
        label={t("column.resolution")}
        values={RESOLUTIONS}
        nameOf={(one) => (one === "" ? t("allOutcomes") : resolutions(one))}
        chosen={asked.resolution}
      />
      {(hasTogether || asked.together !== null) && (
        <Choice
          name="together"
          label={t("together.label")}
          values={TOGETHER_CHOICES}
          nameOf={(one) => t(one === "" ? "all" : `together.${one}`)}
          chosen={asked.together}
        />
      )}
      <Button type="submit" className="mt-6.5 w-fit">
        {t("draw")}
      </Button>
    </Form>
  );
}

type SelectProps<Value extends string> = ComponentProps<typeof SelectField<Value | "">>;
type ChoiceProps<Value extends string> = Pick<SelectProps<Value>, "name" | "label" | "nameOf"> & {
  values: readonly Value[];
  chosen: Value | null;
};

function Choice<Value extends string>({ values, chosen, ...rest }: ChoiceProps<Value>) {
  const [value, setValue] = useState<Value | "">(chosen ?? "");
  return <SelectField {...rest} values={["", ...values]} value={value} onChange={setValue} />;
}
