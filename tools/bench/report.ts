import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import type { Machine } from "./machine.ts";
import { type Measure, median, meets } from "./measure.ts";
import type { Options } from "./options.ts";

export type Report = {
  /** The measured database, if the benchmark concerns one. */
  database?: Pooled;
  /** The method of sampling in one line. */
  method: string;
  measures: Measure[];
  /** Notes below the table. */
  notes?: string[];
  /** Details for programs. */
  details?: unknown;
};

export type Benchmark = (options: Options, stack: AsyncDisposableStack) => Promise<Report>;

/** A readable table: medians, their range, and whether their targets are met. */
export function table(benchmark: string, machine: Machine, { method, measures }: Report): string {
  const rows = measures.map((measure) => [
    measure.name,
    format(measure, median(measure.samples)),
    `${format(measure, Math.min(...measure.samples))} – ${format(measure, Math.max(...measure.samples))}`,
    measure.target ? target(measure) : "",
    { true: "pass", false: "FAIL", undefined: "" }[String(meets(measure))] ?? "",
  ]);
  const header = [benchmark, "median", "range", "target", ""];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return [
    `${machine.cores} cores, ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, load before ${machine.loadBefore}`,
    ...(machine.database ? [databaseLine(machine.database)] : []),
    method,
    "",
    line(header),
    widths.map((width) => "─".repeat(width)).join("  "),
    ...rows.map(line),
    "",
  ].join("\n");
}

const databaseLine = ({ postgres, durability }: NonNullable<Machine["database"]>): string =>
  [`PostgreSQL ${postgres}`, ...Object.entries(durability).map(([name, value]) => `${name} ${value}`)].join(", ");

const DIGITS = { "/s": 0, "×": 2, ms: 1, KB: 1, MB: 0, "%": 1, "": 0 };

function format({ unit }: Measure, value: number): string {
  const digits = DIGITS[unit];
  const number = value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === "ms" || unit === "KB" || unit === "MB" ? `${number} ${unit}` : `${number}${unit}`;
}

function target(measure: Measure): string {
  const { target } = measure;
  if (!target) return "";
  return "atLeast" in target ? `≥ ${format(measure, target.atLeast)}` : `≤ ${format(measure, target.atMost)}`;
}

/** A total as the tables of the dashboard show it. */
export const totalText = (total: ListCount): string => (typeof total === "number" ? `${total}` : `${total.at_least}+`);

const RESULTS = join(import.meta.dirname, "../../tools/bench/results");

/** Writes the same figures as JSON and returns the path. */
export function writeResult(
  benchmark: string,
  options: Options,
  machine: Machine,
  { method, details, ...report }: Report,
): string {
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${benchmark}.json`);
  const measures = report.measures.map((measure) => ({
    ...measure,
    median: median(measure.samples),
    met: meets(measure),
  }));
  const result = { benchmark, options, machine, method, measures, details, at: new Date().toISOString() };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}
