import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const IMPORT = /\b(?:from|import|import\()\s*"((?:#|\.{1,2}\/)[^"]+\.tsx?)"/g;

/** Paths of our modules that a module imports, type-only imports included. `file` and the result are below the project. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)].map(([, specifier = ""]) =>
    specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(file), specifier)),
  );

/** The name of a file in quotation marks: an import, the module of a started process, or a file that is read. */
const FILE = /"([#\w.][^"\n]*\.\w+|@\/[^"\n]+)"/g;
/** The folder that a module searches for modules to load. */
const SEARCHED: Record<string, string> = { "tools/test/routes-on-disk.ts": "app/**/*.{ts,tsx}" };
const loads = new Map<string, string[]>();

/** The types of another module change nothing at run time. */
const TYPES = /^import type [^;]*;$/gm;

/** Files of the project that a module imports for its code, names in a text, or searches for. */
function loadsOf(file: string): string[] {
  const known = loads.get(file);
  if (known) return known;
  const folder = dirname(file);
  const source = readFileSync(join(ROOT, file), "utf8").replaceAll(TYPES, "");
  const named = [...source.matchAll(FILE)].flatMap(([, name = ""]) => {
    if (name.startsWith("@/")) return [`${name.slice(2)}.tsx`, `${name.slice(2)}.ts`];
    return name.startsWith("#") ? [name.slice(1)] : [normalize(join(folder, name)), name];
  });
  const found = [
    ...named.filter((name) => statSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile()),
    ...(SEARCHED[file] ? globSync(SEARCHED[file], { cwd: ROOT }) : []),
  ];
  loads.set(file, found);
  return found;
}

/**
 * The files and all that they load, also by others. The option `changed` of vitest follows imports alone, and would miss
 * the modules of started processes.
 */
export function closureOf(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) if (/\.tsx?$/.test(file)) for (const loaded of loadsOf(file)) found.add(loaded);
  return found;
}
