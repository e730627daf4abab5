import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Checks that everything cited in a comment or a document exists: sections of `docs/design.md`, statements of the
 * interface as `docs/conformance.md` lists them, decisions, links and paths. Part of `npm run lint`.
 */

const ROOTS = "app,components,docs,e2e,lib,messages,public,tools";
/** Documents that describe today's tree: there each file name is checked, with or without its folder. */
const GUIDES = globSync(["{README,CONTRIBUTING}.md", "docs/{architecture,core,how-we-do}.md", "lib/*/README.md"]);
/** Without migrations, which are frozen by their checksums and cite paths of their own release. */
const FILES = globSync([`{${ROOTS}}/**/*.{ts,tsx,sql,css,md}`, "*.{ts,md}"], {
  exclude: (path) => path.includes("node_modules") || path.endsWith("db/migrations"),
}).toSorted();

const wrong: string[] = [];
/** The text of each section of a document, by its heading. */
const sectionsOf = (path: string): Map<string, string> =>
  new Map(
    readFileSync(path, "utf8")
      .split(/^#+ /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0]?.trim() ?? "", section]),
  );

/** The text without comment marks, so that a citation may continue on the next line. */
const proseOf = (text: string): string => text.replaceAll(/\n\s*(\*(?!\/)|\/\/|--)?\s*/g, " ");

const design = new Map(
  [...sectionsOf("docs/design.md")].flatMap(([heading, text]) => {
    const number = /^(\d+)\. /.exec(heading)?.[1];
    return number === undefined ? [] : [[number, text]];
  }),
);

function checkDesign(path: string, prose: string): void {
  for (const [cited, number = "", name] of prose.matchAll(/\b[Dd]esign,? §(\d+)(?:, ([A-Z]\w+))?/g)) {
    const section = design.get(number);
    if (section === undefined || (name !== undefined && !section.includes(`**${name}`))) {
      wrong.push(`${path}: docs/design.md has no '${cited}'`);
    }
  }
}

const interfaceSections = [...sectionsOf("docs/conformance.md")].map(([heading, text]) => ({
  names: [heading, ...heading.split(": ")].map((name) => name.replaceAll("`", "")),
  text: text.replaceAll("`", "").toLowerCase(),
}));

const eventRules = interfaceSections.find(({ names }) => names.includes("Event rules"))?.text ?? "";

/** `A: B` names a part of section A, in its heading or among its statements. */
function isStated(cited: string): boolean {
  const rule = /^event rules? (\d)/.exec(cited)?.[1];
  if (rule !== undefined) return eventRules.includes(`| ${rule}: `);
  const [, section = "", part] = /^([A-Z][\w -]*?)(?:: ([A-Z][\w -]*\w))?(?=[^\w -]|$)/.exec(cited) ?? [];
  const found = interfaceSections.filter(({ names }) =>
    names.some((name) => section.trim() === name || name.startsWith(`${section.trim()} `)),
  );
  return found.length > 0 && (part === undefined || found.some(({ text }) => text.includes(part.toLowerCase())));
}

function checkInterface(path: string, prose: string): void {
  for (const [, cited = ""] of prose.matchAll(/\binterface, ((?:[A-Z]|event rule)[^;).]*)/g)) {
    if (!isStated(cited.replaceAll("`", ""))) wrong.push(`${path}: docs/conformance.md has no 'interface, ${cited}'`);
  }
}

function checkDecisions(path: string, prose: string): void {
  for (const [cited, number = ""] of prose.matchAll(/\bdecision (\d{1,4})\b/g)) {
    const name = `docs/decisions/${number.padStart(4, "0")}-*.md`;
    if (globSync(name).length === 0) wrong.push(`${path}: there is no ${cited}`);
  }
}

/** The anchors that GitHub makes for headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function checkLinks(path: string, text: string): void {
  for (const [, target = ""] of text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
    const [file = "", anchor] = target.split("#");
    const linked = file === "" ? path : join(dirname(path), file);
    if (!existsSync(linked)) wrong.push(`${path}: there is no ${target}`);
    else if (anchor !== undefined && ![...sectionsOf(linked).keys()].some((heading) => anchorOf(heading) === anchor)) {
      wrong.push(`${path}: ${linked} has no heading #${anchor}`);
    }
  }
}

/** A path from the root, to a file or a folder. */
const PATH = new RegExp(`\`((?:${ROOTS.replaceAll(",", "|")})/[^\`\\s<>…$\\\\]+)\``, "g");
const FILE_NAME = /`((?:[\w.*-]+\/)*[\w.*-]+\.(?:tsx?|sql|css|json|md))`/g;

const exists = (path: string): boolean => existsSync(path) || globSync(path).length > 0;

/** The cited paths that do not exist. Results of benchmarks are not committed. */
export const missingPaths = (text: string): string[] =>
  [...text.matchAll(PATH)]
    .map(([, named = ""]) => named)
    .filter((named) => !named.startsWith("tools/bench/results/") && !exists(named));

const inRoots = (name: string): boolean => globSync(`{${ROOTS}}/**/${name}`).length > 0;

/** The cited file names, alone or after a part of their folder, that no file of the tree has. */
export const missingNames = (text: string): string[] =>
  [...text.matchAll(FILE_NAME)].map(([, named = ""]) => named).filter((named) => !exists(named) && !inRoots(named));

if (import.meta.main) {
  for (const path of FILES) {
    const text = readFileSync(path, "utf8");
    const prose = proseOf(text);
    if (path !== "docs/design.md") checkDesign(path, prose);
    if (path !== "docs/conformance.md") checkInterface(path, prose);
    checkDecisions(path, prose);
    // The records of earlier runs and releases have the files of their time.
    const missing = ["docs/test-runs.md", "CHANGELOG.md"].includes(path) ? [] : missingPaths(text);
    const names = GUIDES.includes(path) ? missingNames(text) : [];
    wrong.push(...new Set([...missing, ...names].map((named) => `${path}: there is no ${named}`)));
    if (path.endsWith(".md")) checkLinks(path, text);
  }

  if (wrong.length > 0) {
    process.stderr.write(`${wrong.join("\n")}\n`);
    process.exitCode = 1;
  }
}
