import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { createVitest, type TestCase } from "vitest/node";
import { RULES } from "#lib/contract-check/report.ts";
import { SECTIONS } from "#lib/contract-check/section.ts";
import { ELSEWHERE } from "./elsewhere.ts";

/**
 * Writes `docs/conformance.md` from the rules of `lib/contract-check` and the titles of the conformance suite, read without
 * running it; with `--check` it only says whether the page is what they say, by its exit code.
 */

const PAGE = "docs/conformance.md";
const FOLDER = "lib/sandbox/conformance";
const HEADINGS: readonly string[] = [...SECTIONS, "Beyond the interface"];
const INTRODUCTION = `# Conformance

What the interface states, and what holds the sandbox (\`lib/sandbox\`) to it. Written by \`npm run conformance\` from the
rules that \`npm run contract\` tries on any service, which \`reads.db.test.ts\` tries on the sandbox, and from the titles of
\`${FOLDER}\`, for what takes writes, deliveries or time; \`npm run lint\` fails when the two differ.
`;

type Row = { heading: string; statement: string; where: string };

const linked = (file: string) => `[${basename(file).replace(".db.test.ts", "")}](../${FOLDER}/${basename(file)})`;

function rowOf(test: TestCase): Row {
  const { parent, module, name, options } = test;
  if (options.mode !== "run") throw new Error(`${module.moduleId}: '${name}' does not run`);
  if (parent.type !== "suite" || parent.parent.type !== "module") throw new Error(`'${name}' stands under no heading`);
  return { heading: parent.name, statement: name, where: linked(module.moduleId) };
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
  const lost = rows.find(({ heading }) => !HEADINGS.includes(heading));
  if (lost) throw new Error(`'${lost.heading}' is no heading of the interface`);
  const sections = HEADINGS.flatMap((heading) => {
    const within = rows.filter((row) => row.heading === heading);
    if (within.length === 0) throw new Error(`nothing holds '${heading}'`);
    return [`## ${heading}`, table(within)];
  });
  return `${[INTRODUCTION.trimEnd(), ...sections].join("\n\n")}\n`;
}

/** In the form that the formatter gives tables: columns as wide as their widest cell. */
function table(rows: readonly Row[]): string {
  const cells = rows.map(({ statement, where: held }) => [statement, held].map((text) => text.replaceAll("|", "\\|")));
  const lines = [["Statement", "Held by"], ...cells];
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: string[]) => `| ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [draw(lines[0] ?? []), draw(widths.map((width) => "-".repeat(width))), ...cells.map(draw)].join("\n");
}

const where = "a rule of `npm run contract`";
const rules = RULES.map(({ section: heading, statement }) => ({ heading, statement, where }));
const elsewhere = Object.entries(ELSEWHERE).flatMap(([heading, statements]) =>
  Object.entries(statements).map(([statement, tested]) => ({ heading, statement, where: tested })),
);
const written = page([...rules, ...(await readSuite()), ...elsewhere]);
if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, written);
} else if (readFileSync(PAGE, "utf8") !== written) {
  process.stderr.write(`${PAGE} is not what the suite says: run npm run conformance\n`);
  process.exitCode = 1;
}
