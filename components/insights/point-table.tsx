"use client";

import { useTranslations } from "next-intl";
import { FEW } from "#lib/contract/insights/insights.ts";
import { FigureLink, type Shown } from "./figure-link.tsx";
import { FigureTable } from "./figure-table.tsx";

/** The days of a point, both included, with their words in full and for the axis. */
export type Point = { from: string; to: string; name: string; short: string };

export type Line = {
  key: string;
  name: string;
  /** The colour, as a class of text. */
  tone: string;
  /** One for each point; null where nothing is known. */
  values: readonly (number | null)[];
  /** The number of files of each point; without, the values are their numbers. */
  files?: readonly number[];
  /** The figure of the whole period. */
  figure: Shown;
};

type TableProps = {
  /** Id of the heading. */
  id: string;
  points: readonly Point[];
  lines: readonly Line[];
  words: (value: number) => string;
  isFew: boolean;
};

/** The values of a chart: a count leads to its files, another value has their number beside it. */
export function PointTable({ id, points, lines, words, isFew }: TableProps) {
  const t = useTranslations("insights.column");
  const cellsOf = ({ name, values, files, figure }: Line, place: number, { name: day, from, to }: Point) => {
    const value = values[place] ?? null;
    const count = files?.[place] ?? value ?? 0;
    const link = <FigureLink key={name} figure={{ ...figure, from, to }} count={count} label={`${name}, ${day}`} />;
    if (!files) return [value === null ? "–" : link];
    return [value === null || isFew || count < FEW ? "–" : words(value), link];
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
