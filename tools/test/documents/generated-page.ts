import { readFileSync, writeFileSync } from "node:fs";

/** A Markdown table as the formatter writes it: columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => [...(row[column] ?? "")].length)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(line)].join("\n");
}

/** Writes a page; with `--check` it only compares the page, and reports a difference by the exit code. */
export function writeOrCheck(page: string, written: string, source: string): void {
  if (!process.argv.includes("--check")) {
    writeFileSync(page, written);
  } else if (readFileSync(page, "utf8") !== written) {
    process.stderr.write(`${page} is not what ${source}\n`);
    process.exitCode = 1;
  }
}
