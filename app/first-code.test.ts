import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

/** An import or re-export of values. Types are erased, and `import("…")` loads later. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;"]*\bfrom\s*)?"([^"]+)"/gm;

/** The module of the tree; null for a package. */
function moduleOf(importer: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith("@/")) return `${specifier.slice(2)}.tsx`;
  return specifier.startsWith(".") ? normalize(join(dirname(importer), specifier)) : null;
}

/** Maps each module of a page's first paint to its importer; the page itself to null. */
function firstCodeOf(page: string): Map<string, string | null> {
  const importers = new Map<string, string | null>([[page, null]]);
  for (const module of importers.keys()) {
    if (!existsSync(module)) continue;
    for (const [, specifier = ""] of readFileSync(module, "utf8").matchAll(IMPORT)) {
      const imported = moduleOf(module, specifier);
      if (imported && !importers.has(imported)) importers.set(imported, module);
    }
  }
  return importers;
}

/** Large parts that come when a reader opens them. */
const LATER = [
  "components/insights/line-chart.tsx",
  "components/core/pdf/pdf-viewer.tsx",
  "components/desk/verifications/export-dialog.tsx",
  "components/desk/verifications/import-dialog.tsx",
  "components/statements/import/read-sheet.ts",
  // Each page has some, and they weigh 30 KB.
  "components/ui/dropdown-menu.tsx",
  "components/ui/popover.tsx",
];

it.each([
  "page.tsx",
  "audit/page.tsx",
  "decisions/page.tsx",
  "deliveries/(list)/page.tsx",
  "imports/statements/page.tsx",
  "people/page.tsx",
  "review/page.tsx",
  "verifications/(list)/page.tsx",
  "verifications/[verification_id]/page.tsx",
  "verifications/[verification_id]/people/[people_id]/page.tsx",
])("the first code of %s has no PDF viewer, charts, import, export, reader of sheets, menu or popover", (page) => {
  const importers = firstCodeOf(`app/(dashboard)/${page}`);
  expect(importers.has("components/ui/button.tsx")).toBe(true);
  const pathOf = (later: string) => {
    const path = [];
    let module: string | null | undefined = later;
    if (importers.has(module)) for (; module; module = importers.get(module)) path.push(module);
    return path;
  };
  expect(LATER.flatMap(pathOf)).toEqual([]);
});
