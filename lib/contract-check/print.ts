import { styleText } from "node:util";
import type { Report } from "./report.ts";
import type { Verdict } from "./rule.ts";

const WIDEST = 110;
const NARROWEST = 60;

type Style = Parameters<typeof styleText>[0];
const STYLES: Record<Verdict["verdict"] | "open", Style> = {
  holds: "green",
  differs: ["red", "bold"],
  "not tried": "dim",
  open: "cyan",
};

const OPEN = "'open' is what the interface leaves open.";

/** The service lists no ids, so that somebody has to know one. */
const HOW_TO_GIVE =
  "For more, give --verification <id>: the last part of a verification's address in the dashboard, `verification_id` in an event.";

const MARK_WIDTH = Math.max(...Object.keys(STYLES).map((mark) => mark.length));
const INDENT = " ".repeat(2 + MARK_WIDTH + 2);

/** The report for a terminal that is so wide; words carry all of it, colours repeat it where `coloured`. */
export function print(report: Report, { columns, coloured }: { columns: number; coloured: boolean }): string {
  const width = Math.min(Math.max(columns, NARROWEST), WIDEST);
  const paint = (style: Style, text: string) => (coloured ? styleText(style, text, { validateStream: false }) : text);
  const entry = (mark: keyof typeof STYLES, text: string) => {
    const [first = "", ...rest] = wrap(text, width - INDENT.length);
    const painted = paint(STYLES[mark], mark.padEnd(MARK_WIDTH));
    return [`  ${painted}  ${first}`, ...rest.map((line) => INDENT + line)];
  };
  const aside = (seen: string) =>
    wrap(seen, width - INDENT.length - 6).map((line, index) => INDENT + (index === 0 ? "seen" : "").padEnd(6) + line);

  const lines = [
    `Contract check of ${report.base_url}`,
    ...wrap(`${report.reads} reads, nothing but GET. Values are given as their shape; ${OPEN}`, width),
  ];
  for (const { section, statements, shapes } of report.sections) {
    lines.push("", paint("bold", section));
    for (const one of statements) {
      const why = one.verdict === "not tried" ? ` (${one.why})` : "";
      lines.push(...entry(one.verdict, one.statement + why));
      if (one.verdict === "differs") lines.push(...aside(one.seen));
    }
    for (const { what, seen } of shapes) lines.push(...entry("open", `${what}: ${seen}`));
  }
  lines.push("", ...summary(report, width), "");
  return lines.join("\n");
}

function summary({ sections, counts, obstacles, verifications }: Report, width: number): string[] {
  const lines = [`Holds: ${counts.holds}. Differs: ${counts.differs}. Not tried: ${counts["not tried"]}.`];
  for (const { section, statements } of sections) {
    for (const { statement, verdict } of statements) {
      if (verdict === "differs") lines.push(`  differs: ${section}: ${statement}`);
    }
  }
  if (verifications === 0) lines.push(...wrap(HOW_TO_GIVE, width));
  for (const why of obstacles) lines.push(`  could not be tried: ${why}`);
  return lines;
}

/** Lines of whole words; a word that is wider than a line stands alone. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
