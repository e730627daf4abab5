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
const HEADINGS: Record<string, string[]> = {
  "Resources and their fields": [
    "API key",
    "Webhook",
    "Verification",
    "Finding",
    "Item",
    "Label assignment",
    "Person (verification people)",
    "CURP lookup result (`external_identities.curp`)",
  ],
  "States and transitions": ["Verification `status`", "Verification `documents_status`", "Item", "Findings runs"],
  Endpoints: ["", "API keys", "Webhooks", "Verification read"],
  Authentication: ["API key", "Webhook signature"],
  Events: [
    "",
    "Delivery and retry behaviour",
    "Base verification fields (used by several events)",
    "Event list",
    "Event rules",
  ],
  Errors: [
    "Error response",
    "Item errors (`item_error` in item events)",
    "CURP lookup errors (`people_error`)",
    "Item-type outcomes",
    "Causes of missing or rejected webhook deliveries",
  ],
  Limits: [""],
  Versioning: [""],
  "Beyond the interface": ["Bad input", "Restart", "The data", "Soak"],
};
const INTRODUCTION = `# Conformance

What the interface states, and the test that holds the sandbox (\`lib/sandbox\`) to it. Written by \`npm run conformance\` from
the titles of \`${FOLDER}\`, whose headings are the interface's own; \`npm run lint\` fails when the two differ.
`;

/** `part` is empty for what stands under the heading itself. */
type Row = { heading: string; part: string; statement: string; where: string };

function rowOf(test: TestCase): Row {
  const path: string[] = [];
  for (let parent = test.parent; parent.type === "suite"; parent = parent.parent) path.unshift(parent.name);
  const file = basename(test.module.moduleId);
  if (test.options.mode !== "run") throw new Error(`${file}: '${test.name}' does not run`);
  const where = `[${file.replace(".db.test.ts", "")}](../${FOLDER}/${file})`;
  return { ...placed(path), statement: test.name, where };
}

function placed([heading = "", ...rest]: string[]): Pick<Row, "heading" | "part"> {
  const part = rest.join(" › ");
  if (!HEADINGS[heading]?.includes(part)) throw new Error(`'${heading} › ${part}' is no heading of the interface`);
  return { heading, part };
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
  const sections = Object.entries(HEADINGS).flatMap(([heading, parts]) => [
    `## ${heading}`,
    ...parts.flatMap((part) => {
      const within = rows.filter((row) => row.heading === heading && row.part === part);
      if (within.length === 0) throw new Error(`nothing holds '${heading} › ${part}'`);
      return [...(part ? [`### ${part}`] : []), table(within)];
    }),
  ]);
  return `${[INTRODUCTION.trimEnd(), ...sections].join("\n\n")}\n`;
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

const elsewhere = ELSEWHERE.map((row): Row => ({ ...row, ...placed(row.heading.split(" › ")) }));
const written = page([...(await readSuite()), ...elsewhere]);
if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, written);
} else if (readFileSync(PAGE, "utf8") !== written) {
  process.stderr.write(`${PAGE} is not what the suite says: run npm run conformance\n`);
  process.exitCode = 1;
}
