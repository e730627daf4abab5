import { TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { SmallTable } from "#components/kit/list/small-table.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { useOpenWords } from "#components/kit/words.tsx";
import type { ApplicantData } from "#lib/core/contract/people/person.ts";
import type { Comparison } from "#lib/core/rules/curp/compare.ts";
import { type CurpPart, type CurpReading, type CurpSegment, centuryOf } from "#lib/core/rules/curp/read.ts";
import { stateName } from "#lib/core/rules/curp/states.ts";

type Props = { reading: CurpReading; comparison: Comparison | null; person: ApplicantData | null };

export function CurpParts({ reading, comparison, person }: Props) {
  const t = useTranslations("people.curp");
  return (
    <SmallTable<CurpSegment>
      label={t("title")}
      columns={[
        {
          id: "characters",
          title: <span className="max-sm:sr-only">{t("column.characters")}</span>,
          names: true,
          cell: ({ row }) => (
            <span translate="no" className="font-mono text-sm">
              {row.text || <span className="text-muted-foreground">·</span>}
            </span>
          ),
        },
        {
          id: "meaning",
          title: t("column.meaning"),
          place: "min-w-0",
          cell: ({ row }) => <Meaning segment={row} reading={reading} />,
        },
        // Without a comparison the column is left out.
        ...(comparison !== null && person !== null && Object.keys(comparison.fields).length > 0
          ? [
              {
                id: "person",
                title: t("column.person"),
                titleClass: "max-sm:sr-only",
                place: "min-w-0 max-sm:col-start-2",
                cell: ({ row }: { row: CurpSegment }) => (
                  <Fit part={row.part} comparison={comparison} person={person} />
                ),
              },
            ]
          : []),
      ]}
      rows={reading.segments}
      keyOf={({ part }) => part}
      layout={{
        table: "block text-[0.8125rem]",
        head: "block",
        titles: `pb-1.5 ${GRID}`,
        body: "block",
        row: `py-1.5 ${GRID}`,
      }}
    />
  );
}

const GRID = "grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[5rem_minmax(0,1.35fr)_minmax(0,1fr)]";

function Meaning({ segment, reading }: { segment: CurpSegment; reading: CurpReading }) {
  const t = useTranslations("people.curp");
  const { part, problem } = segment;
  const value = useValue(segment, reading);
  return (
    <>
      <span className="text-muted-foreground">{value === null ? t(`part.${part}`) : `${t(`part.${part}`)}: `}</span>
      {value}
      {problem !== null && (
        <Remark mark="warning" className="gap-1.5 text-medium">
          {t(`problem.${problem}`, { expected: reading.check_digit ?? "" })}
        </Remark>
      )}
    </>
  );
}

/** The meaning of the characters; null if they stand for themselves. */
function useValue({ part, text, problem }: CurpSegment, { segments }: CurpReading): string | null {
  const t = useTranslations("people.curp");
  const sexName = useOpenWords("people.curp.sex");
  const format = useFormatter();
  if (problem !== null && problem !== "no_such_date") return null;
  const other = (wanted: CurpPart) => segments.find((segment) => segment.part === wanted);
  switch (part) {
    case "year": {
      const century = other("century");
      return century?.problem === null ? `${centuryOf(century.text)}${text}` : null;
    }
    case "month":
      return problem === null
        ? format.dateTime(new Date(Date.UTC(2000, Number(text) - 1, 1)), { month: "long", timeZone: "UTC" })
        : null;
    case "day":
      return String(Number(text));
    case "sex":
      return sexName(text);
    case "state":
      return stateName(text) ?? t("abroad");
    case "century":
      return t(/\d/.test(text) ? "digit" : "letter");
    case "check_digit":
      return null;
    default:
      return text === "X" ? t(`x.${part}`) : null;
  }
}

type FitProps = { part: CurpPart; comparison: Comparison; person: ApplicantData };

function Fit({ part, comparison, person }: FitProps) {
  const t = useTranslations("people");
  const field = comparison.fields[part];
  if (!field) {
    return (
      <span className="text-muted-foreground max-sm:sr-only">
        <span aria-hidden>{t("curp.nothing")}</span>
        <span className="sr-only">{t("curp.nothingSaid")}</span>
      </span>
    );
  }
  const difference = comparison.differences.find((one) => one.part === part);
  if (!difference) {
    return (
      <Remark mark="good" className="gap-1.5">
        <span className="sr-only">{t("curp.agrees")}: </span>
        {person[field]}
      </Remark>
    );
  }
  const { expected } = difference;
  return (
    <div className="text-failed">
      <Remark mark={TriangleAlert} className="gap-1.5">
        {part === "century"
          ? t(/\d/.test(expected) ? "curp.expectedDigit" : "curp.expectedLetter")
          : t("curp.expected", { expected })}
      </Remark>
      <span className="wrap-anywhere block text-muted-foreground">{`${t(`field.${field}`)}: ${person[field]}`}</span>
    </div>
  );
}
