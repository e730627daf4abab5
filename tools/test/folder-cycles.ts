import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { importsOf } from "./imports.ts";

/**
 * Fails if folders import each other in a cycle, type-only imports included; tests do not count. Part of `npm run lint`,
 * whose linter finds cycles of modules.
 */

const ROOT = join(import.meta.dirname, "../..");

/** The folders that a folder imports, each with an importing file. */
type Graph = Map<string, Map<string, string>>;

/** A manifest counts alone, and so does each list in `lib`: both hold data about a whole module for others to read. */
const folderOf = (file: string): string =>
  dirname(file) === "lib" || basename(file) === "module.ts" ? file : dirname(file);

function readGraph(): Graph {
  const graph: Graph = new Map();
  for (const file of globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: ROOT })) {
    if (/\.test\.tsx?$|\/testing\//.test(file)) continue;
    const folder = folderOf(file);
    const imported = graph.get(folder) ?? new Map<string, string>();
    graph.set(folder, imported);
    for (const target of importsOf(file)) if (folderOf(target) !== folder) imported.set(folderOf(target), file);
  }
  return graph;
}

/** A shortest cycle through a folder, beginning and ending with it; undefined without a cycle. */
function circleOf(graph: Graph, start: string): string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (const folder of queue) {
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (next === start) {
        const path = [folder];
        for (let at = folder; at !== start; at = before.get(at) as string) path.unshift(before.get(at) as string);
        return [...path, start];
      }
      if (before.has(next)) continue;
      before.set(next, folder);
      queue.push(next);
    }
  }
  return undefined;
}

const graph = readGraph();
const circles = new Map<string, string[]>();
for (const folder of [...graph.keys()].toSorted()) {
  const circle = circleOf(graph, folder);
  if (circle) circles.set([...new Set(circle)].toSorted().join(), circle);
}
for (const circle of circles.values()) {
  const steps = circle.slice(1).map((to, index) => {
    const from = circle[index] as string;
    return `  ${from} → ${to} (${graph.get(from)?.get(to)})`;
  });
  process.stderr.write(`${["Folders import each other:", ...steps].join("\n")}\n`);
}
if (circles.size > 0) process.exitCode = 1;
