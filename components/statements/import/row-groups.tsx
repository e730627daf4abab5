import { useFormatter, useTranslations } from "next-intl";
import { Folded } from "#components/kit/folded.tsx";
import { type IconName, iconClass } from "#components/kit/icon.ts";
import { TextLink } from "#components/kit/text-link.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { IMPORT_OUTCOMES, type ImportedRow, type ImportOutcome } from "#lib/statements/contract/import.ts";
import { cn } from "@/components/ui/cn";
import { ScrollArea } from "@/components/ui/scroll-area";
import { type Columns, FIELDS, type Field, type Sheet } from "./sheet.ts";

const MAX_SHOWN = 100;

const FINE: Partial<Record<ImportOutcome, { icon: IconName; tone: string }>> = {
  new: { icon: "done", tone: "before:text-done" },
  differs: { icon: "incomplete", tone: "before:text-medium" },
  same: { icon: "dashed", tone: "before:text-muted-foreground" },
  imported: { icon: "done", tone: "before:text-done" },
};
const REFUSED = { icon: "failed", tone: "before:text-failed" } as const;

export const isRefused = ({ outcome }: ImportedRow): boolean => FINE[outcome] === undefined;

/** The text of a cell of a row; empty without one. */
export function useCellText(sheet: Sheet, columns: Columns): (row: number, field: Field) => string {
  const cells = new Map(sheet.rows.map((one) => [one.row, one.cells]));
  return (row, field) => cells.get(row)?.[columns[field] ?? -1] ?? "";
}

/** Why a row is not stored; null for the others. */
export function useCauseWords(textOf: ReturnType<typeof useCellText>): (row: ImportedRow) => string | null {
  const t = useTranslations("dates-import");
  const refusal = useErrorWords("dates.problem");
  return (row) => {
    const { outcome, cause } = row;
    if (!isRefused(row)) return null;
    const field = FIELDS.find((name) => name === cause);
    if (outcome === "refused" && !field) return refusal(cause ?? "");
    const text = field ? textOf(row.row, field) : (cause ?? "");
    const values = { column: field ? t(`field.${field}`) : "", text, known: String(text !== "") };
    return t(`cause.${outcome as "refused"}`, values);
  };
}

type Props = { rows: readonly ImportedRow[]; sheet: Sheet; columns: Columns };

/** The rows by their outcome; of each outcome a bounded number. */
export function RowGroups({ rows, sheet, columns }: Props) {
  const t = useTranslations("dates-import");
  const format = useFormatter();
  const groups = Map.groupBy(rows, ({ outcome }) => outcome);
  return (
    <div className="divide-y divide-border border-border border-y text-sm">
      {IMPORT_OUTCOMES.flatMap((outcome) => {
        const own = groups.get(outcome);
        if (!own) return [];
        const { icon, tone } = FINE[outcome] ?? REFUSED;
        return [
          <Folded
            key={outcome}
            later
            className="py-2"
            summaryClass="cursor-pointer tabular-nums"
            summary={
              <span
                className={cn(iconClass(icon), tone)}
              >{`${t(`outcome.${outcome}`)} · ${format.number(own.length)}`}</span>
            }
          >
            <RowList label={t(`outcome.${outcome}`)} rows={own} sheet={sheet} columns={columns} />
          </Folded>,
        ];
      })}
    </div>
  );
}

function RowList({ label, rows, sheet, columns }: Props & { label: string }) {
  const t = useTranslations("dates-import");
  const textOf = useCellText(sheet, columns);
  const causeOf = useCauseWords(textOf);
  const shown = rows.toSorted((a, b) => a.row - b.row).slice(0, MAX_SHOWN);
  const contentOf = (row: number) =>
    FIELDS.slice(1)
      .flatMap((field) => (textOf(row, field) ? [`${t(`field.${field}`)}: ${textOf(row, field)}`] : []))
      .join(" · ");
  return (
    <ScrollArea label={label} className="mt-1.5 max-h-96 pl-5">
      <ol className="divide-y divide-border border-border border-t">
        {shown.map((one) => {
          const cause = causeOf(one);
          const file = textOf(one.row, "file");
          return (
            <li
              key={one.row}
              className="wrap-anywhere grid grid-cols-[4.5rem_1fr] gap-x-3 gap-y-0.5 py-1.5 sm:grid-cols-[4.5rem_11rem_1fr]"
            >
              <span className="text-muted-foreground tabular-nums">{t("row", { row: String(one.row) })}</span>
              <span translate="no">
                {one.verification_id === null ? (
                  <span>{file}</span>
                ) : (
                  <TextLink href={`/verifications/${encodeURIComponent(one.verification_id)}`} prefetch={false}>
                    {file}
                  </TextLink>
                )}
              </span>
              <div className="max-sm:col-start-2">
                {cause !== null && <p>{cause}</p>}
                <p translate="no" className="text-muted-foreground">
                  {contentOf(one.row)}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      {rows.length > MAX_SHOWN && (
        <p className="py-1.5 text-muted-foreground text-xs">{t("first", { shown: MAX_SHOWN, count: rows.length })}</p>
      )}
    </ScrollArea>
  );
}
