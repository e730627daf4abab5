import { existsSync, readFileSync } from "node:fs";

/**
 * Checks that every row of `docs/security.md` names an existing test, and that the page declares each requirement. Part of
 * `npm run lint`.
 */

const PAGE = "docs/security.md";

/** A row of a table: the requirement, the measure, and the tests in backticks. */
const ROW = /^\|(?<requirement>[^|]+)\|(?:[^|]+)\|(?<tests>[^|]+)\|$/;
const NUMBER = /^\d+\.\d+\.\d+/;

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0; they come first in a section. */
const SECTIONS: Record<string, readonly number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
  ),
);

const page = readFileSync(PAGE, "utf8");

/** Numbers in first cells of rows, and in bold in lists, where `4.3` is the section and `10` the chapter. */
const declared = new Set(
  [...page.matchAll(/^\|(?<row>[^|]+)\||\*\*(?<bold>[\d., ]+)/gm)].flatMap(
    ({ groups }) => (groups?.row ?? groups?.bold ?? "").match(/\b\d+(\.\d+){0,2}\b/g) ?? [],
  ),
);
const undeclared = REQUIREMENTS.filter((number) => {
  const [chapter = "", section = ""] = number.split(".");
  return ![number, `${chapter}.${section}`, chapter].some((name) => declared.has(name));
});

const wrong = page.split("\n").flatMap((line, index): string[] => {
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

wrong.push(...undeclared.map((number) => `${PAGE}: requirement ${number} stands nowhere`));

if (wrong.length > 0) {
  process.stderr.write(`${wrong.join("\n")}\n`);
  process.exitCode = 1;
}
