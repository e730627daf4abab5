import { styleText } from "node:util";
import { type Observations, obstacleOf } from "./observe/observations.ts";
import { ANSWERS } from "./rules/answers.ts";
import { API_KEYS } from "./rules/api-keys.ts";
import { PEOPLE } from "./rules/people.ts";
import { SECTIONS, type Section, type Verdict } from "./rules/rule.ts";
import { VERIFICATIONS } from "./rules/verification.ts";
import { WEBHOOKS } from "./rules/webhooks.ts";

const PARTS = [API_KEYS, WEBHOOKS, VERIFICATIONS, PEOPLE, ANSWERS];
/** The rules of the interface that reading can judge. The sandbox's conformance tests run them as well. */
export const RULES = PARTS.flatMap(({ rules }) => rules);
const SHAPES = PARTS.flatMap(({ shapes }) => shapes);

const EVENTS_REPORT = "no endpoint of the interface reads them; events report them";
const CHANGES_ACCOUNT = "it would change the account";
/** Statements that reading cannot judge, with the reason. */
const BEYOND_READING: readonly [Section, statement: string, why: string][] = [
  ["Resources: Item", "the fields of items", EVENTS_REPORT],
  ["Resources: Label assignment", "the fields of labels", EVENTS_REPORT],
  ["Resources: CURP lookup result", "the PDF behind `curp_file`", "it is a person's document, and is not fetched"],
  ["States: Verification `status`", "how states follow each other", "a read shows one moment; events report changes"],
  ["States: Findings runs", "when findings are computed", "a read shows one moment; events report changes"],
  ["Endpoints: API keys", "POST and DELETE, their answers and 409", CHANGES_ACCOUNT],
  ["Endpoints: Webhooks", "POST, PUT and DELETE, and their answers", CHANGES_ACCOUNT],
  ["Authentication: API key", "a key without the permission gets 403", "needs a key that may only read, and a command"],
  [
    "Authentication: Webhook signature",
    "how a delivery is signed",
    "needs a receiver: npm start verifies every delivery",
  ],
  ["Events", "what deliveries hold, and when they come", "needs a receiver: npm start shows what is wrong with one"],
  ["Errors: Error response", "400, 403, 409 and 500", "needs commands, or a fault of the service"],
  ["Limits", "retries, response times, how long files stay", "needs deliveries and uploads"],
];

export type Report = {
  base_url: string;
  reads: number;
  verifications: number;
  sections: {
    section: Section;
    statements: ({ statement: string } & Verdict)[];
    /** The implementation's choices where the interface is open. */
    shapes: { what: string; seen: string }[];
  }[];
  /** Why some of the requested checks could not be made. */
  obstacles: string[];
  counts: Record<Verdict["verdict"], number>;
};

/** Judges the observations, section by section of the interface. */
export function reportOn(baseUrl: string, seen: Observations): Report {
  const judged = [
    ...RULES.map(({ section, statement, judge }) => ({ section, result: { statement, ...judge(seen) } })),
    ...BEYOND_READING.map(([section, statement, why]) => {
      return { section, result: { statement, verdict: "not tried" as const, why } };
    }),
  ];
  const sections = SECTIONS.map((section) => ({
    section,
    statements: judged.filter((one) => one.section === section).map(({ result }) => result),
    shapes: SHAPES.filter((shape) => shape.section === section).flatMap(({ what, read }) => {
      const shown = read(seen);
      return shown === null ? [] : [{ what, seen: shown }];
    }),
  }));
  const count = (wanted: Verdict["verdict"]) => judged.filter(({ result }) => result.verdict === wanted).length;
  const given = ({ purpose, endpoint }: Observations[number]) =>
    endpoint === "/verifications/{verification-id}" && (purpose === "read" || purpose === "in vain");
  return {
    base_url: baseUrl,
    reads: seen.length,
    verifications: seen.filter(given).length,
    sections: sections.filter(({ statements, shapes }) => statements.length + shapes.length > 0),
    obstacles: seen.map(obstacleOf).filter((obstacle) => obstacle !== null),
    counts: { holds: count("holds"), differs: count("differs"), "not tried": count("not tried") },
  };
}

/** 0: all tried statements hold; 1: a statement differs; 2: some statements could not be tried. */
export function exitStatusOf({ counts, obstacles }: Report): 0 | 1 | 2 {
  if (counts.differs > 0) return 1;
  return obstacles.length > 0 ? 2 : 0;
}

const MAX_WIDTH = 110;
const MIN_WIDTH = 60;

type Style = Parameters<typeof styleText>[0];
const STYLES: Record<Verdict["verdict"] | "open", Style> = {
  holds: "green",
  differs: ["red", "bold"],
  "not tried": "dim",
  open: "cyan",
};

const OPEN_NOTE = "'open' is what the interface leaves open.";

/** The service lists no ids, so the user must give one. */
const VERIFICATION_HINT =
  "For more, give --verification <id>: the last part of a verification's address in the dashboard, `verification_id` in an event.";

const MARK_WIDTH = Math.max(...Object.keys(STYLES).map((mark) => mark.length));
const INDENT = " ".repeat(2 + MARK_WIDTH + 2);

/** The report for a terminal of this width. Colours, if `coloured`, only repeat the words. */
export function print(report: Report, { columns, coloured }: { columns: number; coloured: boolean }): string {
  const width = Math.min(Math.max(columns, MIN_WIDTH), MAX_WIDTH);
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
    ...wrap(`${report.reads} reads, nothing but GET. Values are given as their shape; ${OPEN_NOTE}`, width),
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
  if (verifications === 0) lines.push(...wrap(VERIFICATION_HINT, width));
  for (const why of obstacles) lines.push(`  could not be tried: ${why}`);
  return lines;
}

/** Lines of whole words; a word that is wider than a line is on a line of its own. */
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
