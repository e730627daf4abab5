import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { createVitest, type TestCase } from "vitest/node";
import { ELSEWHERE } from "./elsewhere.ts";

/**
 * Writes `docs/conformance.md` from the titles of the conformance suite, read without running it; with `--check` it only
 * says whether the page is what the suite says, by its exit code.
 */

const PAGE = "docs/conformance.md";
const FOLDER = "lib/sandbox/conformance";
/** The interface's own headings in its order, and what the suite adds. */
const HEADINGS = [
  "Resources and their fields",
  "States and transitions",
  "Endpoints",
  "Authentication",
  "Events",
  "Errors",
  "Limits",
  "Versioning",
  "Beyond the interface",
];
const INTRODUCTION = `# Conformance

What the interface states, and the test that holds the sandbox (\`lib/sandbox\`) to it. Written by \`npm run conformance\` from
the titles of \`${FOLDER}\`, whose headings are the interface's own; \`npm run lint\` fails when the two differ.
`;

type Row = { path: string[]; statement: string; where: string };

function rowOf(test: TestCase): Row {
  const path: string[] = [];
  for (let parent = test.parent; parent.type === "suite"; parent = parent.parent) path.unshift(parent.name);
  const file = basename(test.module.moduleId);
  if (test.options.mode !== "run") throw new Error(`${file}: '${test.name}' does not run`);
  if (!HEADINGS.includes(path[0] ?? "")) throw new Error(`${file}: '${path[0]}' is no heading of the interface`);
  return { path, statement: test.name, where: `[${file.replace(".db.test.ts", "")}](../${FOLDER}/${file})` };
}

async function readSuite(): Promise<Row[]> {
  const vitest = await createVitest("test", { watch: false });
  try {
    const modules = await vitest.parseSpecifications(await vitest.getRelevantTestSpecifications([`${FOLDER}/`]));
    const files = modules.sort((a, b) => a.moduleId.localeCompare(b.moduleId, "en"));
    return files.flatMap((module) => [...module.children.allTests()].map(rowOf));
  } finally {
    await vitest.close();
  }
}

function page(rows: readonly Row[]): string {
  const sections = HEADINGS.map((heading) => {
    const within = rows.filter(({ path }) => path[0] === heading);
    if (within.length === 0) throw new Error(`nothing holds '${heading}'`);
    const byHeading = Map.groupBy(within, ({ path }) => path.slice(1).join(" › "));
    // What stands under the heading itself comes before its parts.
    const parts = [...byHeading].sort(([a], [b]) => Number(a !== "") - Number(b !== ""));
    return [`## ${heading}`, ...parts.flatMap(([title, part]) => [...(title ? [`### ${title}`] : []), table(part)])];
  });
  return `${[INTRODUCTION.trimEnd(), ...sections.flat()].join("\n\n")}\n`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** In the form that the formatter gives tables: columns as wide as their widest cell. */
function table(rows: readonly Row[]): string {
  const lines = [["Statement", "Test"], ...rows.map(({ statement, where }) => [cell(statement), cell(where)])];
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => [...(line[column] ?? "")].length)));
  const drawn = lines.map((line) => `| ${line.map((text, column) => pad(text, widths[column] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [drawn[0], rule, ...drawn.slice(1)].join("\n");
}

const pad = (text: string, width: number): string => text + " ".repeat(width - [...text].length);

const elsewhere = ELSEWHERE.map(
  ({ heading, statement, where }): Row => ({ path: heading.split(" › "), statement, where }),
);
const written = page([...(await readSuite()), ...elsewhere]);
if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, written);
} else if (readFileSync(PAGE, "utf8") !== written) {
  process.stderr.write(`${PAGE} is not what the suite says: run npm run conformance\n`);
  process.exitCode = 1;
}
