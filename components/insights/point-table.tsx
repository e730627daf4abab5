"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { FEW } from "#lib/contract/insights/insights.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { FigureLink, type Shown } from "./figure-link.tsx";

export type Line = {
  key: string;
  name: string;
  /** The colour, as a class of text. */
  tone: string;
  /** One for each point; null where nothing is known. */
  values: readonly (number | null)[];
  /** The files of a point, and how many there are; without, the value is their number. */
  filesAt?: (index: number) => number;
  figureAt: (index: number) => Shown | null;
};

type TableProps = {
  /** Id of the heading. */
  id: string;
  points: readonly { name: string }[];
  lines: readonly Line[];
  words: (value: number) => string;
  isFew: boolean;
};

/** The values of a chart, each with its files. */
export function PointTable({ id, points, lines, words, isFew }: TableProps) {
  const t = useTranslations("insights.column");
  return (
    <Table aria-labelledby={id} className="mt-1 tabular-nums print:text-[0.625rem] print:[&_td]:py-0 print:[&_th]:py-0">
      <TableHeader>
        <TableRow>
          <TableHead scope="col" className="px-0">
            {t("period")}
          </TableHead>
          {lines.map(({ key, name, filesAt }) => (
            <Fragment key={key}>
              <TableHead scope="col" className="pr-0 text-right">
                {name}
              </TableHead>
              {filesAt && (
                <TableHead scope="col" className="pr-0 text-right">
                  {t("files")}
                </TableHead>
              )}
            </Fragment>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {points.map(({ name }, index) => (
          <TableRow key={name}>
            <TableHead scope="row" className="px-0 py-1 font-normal">
              {name}
            </TableHead>
            {lines.map((line) => (
              <PointCells key={line.key} line={line} index={index} day={name} {...{ words, isFew }} />
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

type CellsProps = Pick<TableProps, "words" | "isFew"> & { line: Line; index: number; day: string };

/** A count leads to its files; another value has their number beside it. */
function PointCells({ line: { name, values, filesAt, figureAt }, index, day, words, isFew }: CellsProps) {
  const value = values[index] ?? null;
  const files = filesAt?.(index) ?? value ?? 0;
  const link = <FigureLink figure={figureAt(index)} count={files} label={`${name}, ${day}`} />;
  if (!filesAt) return <TableCell className="py-1 pr-0 text-right">{value === null ? "–" : link}</TableCell>;
  return (
    <>
      <TableCell className="py-1 pr-0 text-right">
        {value === null || isFew || files < FEW ? "–" : words(value)}
      </TableCell>
      <TableCell className="py-1 pr-0 text-right">{link}</TableCell>
    </>
  );
}
