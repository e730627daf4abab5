import { existsSync, globSync, readFileSync } from "node:fs";

/**
 * Whether every test that a document names exists, and every requirement of `docs/security.md` names one: a document that
 * points to nothing shows nothing. Part of `npm run lint`; says what is wrong, and with what, by its exit code.
 */

const PAGE = "docs/security.md";

/** A row of a table: which requirement, what is done, and the tests, in backticks. */
const ROW = /^\|(?<requirement>[^|]+)\|(?:[^|]+)\|(?<tests>[^|]+)\|$/;
const NUMBER = /^\d+\.\d+\.\d+/;

const wrong = readFileSync(PAGE, "utf8")
  .split("\n")
  .flatMap((line, index): string[] => {
    const row = ROW.exec(line)?.groups;
    const requirement = row?.requirement?.trim() ?? "";
    if (!row || /^(Requirement|-+)$/.test(requirement)) return [];
    const at = `${PAGE}:${index + 1} ${requirement}`;
    const named = [...(row.tests ?? "").matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? "");
    const missing = named.filter((path) => !/\.(test|spec)\.ts$/.test(path) || !existsSync(path));
    return [
      ...(NUMBER.test(requirement) ? [] : [`${at}: begins with no number`]),
      ...(named.length > 0 ? [] : [`${at}: names no test`]),
      ...missing.map((path) => `${at}: there is no test ${path}`),
    ];
  });

const NAMED = /`((?:app|components|e2e|lib|messages|test)\/[^`\s]+\.(?:test|spec)\.tsx?)`/g;
for (const page of globSync("docs/**/*.md")) {
  for (const [, path = ""] of readFileSync(page, "utf8").matchAll(NAMED)) {
    if (!existsSync(path) && globSync(path).length === 0) wrong.push(`${page}: there is no test ${path}`);
  }
}

if (wrong.length > 0) {
  process.stderr.write(`${wrong.join("\n")}\n`);
  process.exitCode = 1;
}
