import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { compile } from "tailwindcss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const ITEM = join(import.meta.dirname, "fixtures/status-pill.json");
const require = createRequire(import.meta.url);

/** The files that shadcn/ui's command line reads and writes. */
const COPIED = [
  "components.json",
  "tsconfig.json",
  "package.json",
  "next.config.ts",
  "app/globals.css",
  "components/kit/icons.css",
  "components/ui",
];
const ADDED = ["components/status-bar.tsx", "components/ui/status-pill.tsx"];

/** The permissions of the command; without `--allow-net` Node refuses each connection and each DNS lookup. */
const OFFLINE = ["--permission", "--allow-fs-read=*", "--allow-fs-write=*", "--allow-child-process", "--allow-addons"];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "cotejo-kit-"));
  for (const path of COPIED) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: (name) => !/\.test\.tsx?$/.test(name) });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const run = (...given: string[]) => promisify(execFile)(process.execPath, given, { cwd: copy });

const add = (...given: string[]) => run(...OFFLINE, require.resolve("shadcn"), "add", "--yes", ...given);

const added = (path: string): string => readFileSync(join(copy, path), "utf8");

it("an item that would need a download cannot be added here", async () => {
  await expect(add("accordion")).rejects.toMatchObject({ stdout: expect.stringContaining("ERR_ACCESS_DENIED") });
});

describe("an item of a registry of shadcn/ui, added offline by its command line", () => {
  const contents = () => new Map(COPIED.map((path) => [path, path === "components/ui" ? "" : added(path)]));

  beforeAll(async () => {
    const before = contents();
    await add(ITEM);
    expect(contents()).toEqual(before);
  });

  it("lands in the folders of the kit and of the components, and imports our kit and `cn`", () => {
    const imports = ADDED.map((path) => [...added(path).matchAll(/from "(@\/.*)"/g)].map(([, from]) => from));
    expect(imports).toEqual([
      ["@/components/ui/button", "@/components/ui/status-pill", "@/components/ui/cn"],
      ["@/components/ui/cn"],
    ]);
  });

  it("compiles under our rules", async () => {
    const project = join(copy, "tsconfig.added.json");
    const options = { incremental: false, plugins: [] };
    writeFileSync(project, JSON.stringify({ extends: "./tsconfig.json", compilerOptions: options, include: ADDED }));
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const { stdout } = await run(tsc, "--project", project, "--listFilesOnly");
    const files = stdout.split("\n").map((path) => relative(copy, path));
    expect(files).toEqual(expect.arrayContaining([...ADDED, "components/ui/button.tsx", "components/ui/cn.ts"]));
    await run(tsc, "--project", project, "--noEmit");
  });

  it("renders with our button, classes merged and colours of our tokens", async () => {
    const { StatusBar } = await import(/* @vite-ignore */ join(copy, "components/status-bar.tsx"));
    const html = renderToStaticMarkup(createElement(StatusBar, { status: "Finished" }, "Two findings"));
    const pill = /<span data-slot="status-pill" class="([^"]*)">Finished</.exec(html)?.[1]?.split(" ") ?? [];
    expect(pill).toEqual(expect.arrayContaining(["bg-primary", "text-primary-foreground", "px-4"]));
    expect(pill).not.toContain("px-2");
    expect(/<button[^>]*>/.exec(html)?.[0]).toContain('type="button"');

    const css = await styles([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, classes = ""]) => classes.split(" ")));
    const rule = (of: string) => css.split("\n  .").find((text) => text.startsWith(`${of} {`));
    expect(rule("bg-primary")).toContain("background-color: var(--primary);");
    expect(rule("bg-secondary")).toContain("background-color: var(--secondary);");
    expect(rule("text-popover-foreground")).toContain("color: var(--popover-foreground);");
    expect(/^ *--primary: (.*)$/m.exec(css)?.[1]).toMatch(/^light-dark\(/);
    // Dark by the page's setting, or else by the system's.
    const dark = css.split("\n").filter((line) => line.includes("dark\\:bg-input\\/30:where("));
    expect(dark.map((line) => line.trim())).toEqual([
      expect.stringContaining(':where([data-theme="dark"], '),
      expect.stringContaining(":where(:root:not([data-theme]), "),
    ]);
  });
});

/** The styles of the product with the rules of these classes, as Tailwind makes them. */
async function styles(classes: string[]): Promise<string> {
  const load = (path: string) => ({ path, base: dirname(path), content: readFileSync(path, "utf8") });
  const { build } = await compile(added("app/globals.css"), {
    base: join(copy, "app"),
    loadStylesheet: async (id, base) => load(id.startsWith(".") ? join(base, id) : require.resolve(`${id}/index.css`)),
  });
  return build(classes.map((name) => name.replaceAll("&amp;", "&")));
}
