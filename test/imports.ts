import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const IMPORT = /\b(?:from|import|import\()\s*"((?:#|\.{1,2}\/)[^"]+\.tsx?)"/g;

/** Paths of our modules that a module imports, type-only imports included. `file` and the result are below the project. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)].map(([, specifier = ""]) =>
    specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(file), specifier)),
  );

/** The modules and all that they import, also by others. */
export function closureOf(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found)
    for (const imported of importsOf(file)) if (existsSync(join(ROOT, imported))) found.add(imported);
  return found;
}
