import { useTranslations } from "next-intl";
import { Form } from "#components/kit/form.tsx";
import { Section } from "#components/kit/section.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { useDayFormat } from "#components/kit/time.tsx";
import { readDay } from "#lib/statements/contract/import.ts";
import { DAY_ORDERS, type DayOrder } from "#lib/statements/contract/import-input.ts";
import { Button } from "@/components/ui/button";
import type { Columns, Field, Sheet } from "./sheet.ts";

const NONE = "";

type Props = {
  sheet: Sheet;
  fields: readonly Field[];
  columns: Columns;
  onColumns: (columns: Columns) => void;
  /** A day of the sheet that needs a declared order. */
  day: string | null;
  order: DayOrder | null;
  onOrder: (order: DayOrder | null) => void;
  rows: number;
  onPreview: () => void;
};

/** The column of each field, and the order of days. A field or an order without a choice refuses the preview. */
export function ColumnsSection(props: Props) {
  const { sheet, fields, columns, onColumns, day, order, onOrder, rows, onPreview } = props;
  const t = useTranslations("dates-import.columns");
  const names = useTranslations("dates-import.field");
  const dayWords = useDayFormat();
  const nameAt = (index: number) => sheet.header[index] || t("unnamed", { number: index + 1 });
  const exampleAt = (index: number) => sheet.rows.find(({ cells }) => cells[index])?.cells[index]?.slice(0, 40);
  const indexes = sheet.header.flatMap((name, index) => (name || exampleAt(index) ? [index] : []));
  const leftOut = indexes.filter((index) => !Object.values(columns).includes(index));
  const orderWords = (value: DayOrder) => {
    const read = readDay(day ?? "", value);
    return t(value, { day: read === null ? t("noDay") : dayWords(read) });
  };
  return (
    <Section id="columns" title={t("title")}>
      <Form onSend={onPreview} className="space-y-4">
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
          {fields.map((field) => {
            const at = columns[field];
            const example = at === null ? undefined : exampleAt(at);
            return (
              <SelectField
                key={field}
                label={names(field)}
                required={field === "file"}
                values={[NONE, ...indexes.map(String)]}
                nameOf={(value) => (value === NONE ? t("none") : nameAt(Number(value)))}
                value={at === null ? NONE : String(at)}
                onChange={(value) => onColumns({ ...columns, [field]: value === NONE ? null : Number(value) })}
                hint={example && t("example", { text: example })}
              />
            );
          })}
        </div>
        {leftOut.length > 0 && (
          <p className="wrap-anywhere text-muted-foreground text-xs">
            {t("leftOut", { names: leftOut.map(nameAt).join(", ") })}
          </p>
        )}
        {day !== null && (
          <div className="max-w-sm">
            <SelectField
              label={t("order", { day })}
              required
              values={[NONE, ...DAY_ORDERS]}
              nameOf={(value) => (value === NONE ? t("chooseOrder") : orderWords(value))}
              value={order ?? NONE}
              onChange={(value) => onOrder(value === NONE ? null : value)}
            />
          </div>
        )}
        <Button type="submit">{t("preview", { count: rows })}</Button>
      </Form>
    </Section>
  );
}
