import { useTranslations } from "next-intl";
import { MIN_COMPARED_FILES } from "#lib/insights/contract/insights.ts";
import { FigureLink, type ShownFigure } from "./figure-link.tsx";
import { FigureTable } from "./figure-table.tsx";

/** The first and last day of a point, both included, with its name in full and its short name for the axis. */
export type ChartPoint = { from: string; to: string; name: string; short: string };

export type ChartLine = {
  key: string;
  name: string;
  /** The colour, as a text class. */
  tone: string;
  /** The value of each point; null if unknown. */
  values: readonly (number | null)[];
  /** The number of files of each point; undefined if the values are counts of files. */
  files?: readonly number[];
  /** The figure of the whole period. */
  figure: ShownFigure;
};

type TableProps = {
  /** Id of the heading. */
  id: string;
  points: readonly ChartPoint[];
  lines: readonly ChartLine[];
  words: (value: number) => string;
  isFew: boolean;
};

/** The values of a chart: a count links to its files, another value has its number of files beside it. */
export function PointTable({ id, points, lines, words, isFew }: TableProps) {
  const t = useTranslations("insights.column");
  const cellsOf = ({ name, values, files, figure }: ChartLine, place: number, { name: day, from, to }: ChartPoint) => {
    const value = values[place] ?? null;
    const count = files?.[place] ?? value ?? 0;
    const link = <FigureLink key={name} figure={{ ...figure, from, to }} count={count} label={`${name}, ${day}`} />;
    if (!files) return [value === null ? "–" : link];
    return [value === null || isFew || count < MIN_COMPARED_FILES ? "–" : words(value), link];
  };
  return (
    <FigureTable
      id={id}
      titles={[t("period"), ...lines.flatMap(({ name, files }) => (files ? [name, t("files")] : [name]))]}
      rows={points.map((point, place) => ({
        key: point.name,
        name: point.name,
        cells: lines.flatMap((line) => cellsOf(line, place, point)),
      }))}
      className="mt-1 print:text-[0.625rem] print:[&_td]:py-0 print:[&_th]:py-0"
    />
  );
}
