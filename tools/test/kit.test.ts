import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The replacement of each element by the rule (`kit.grit`); null for elements outside the rule. */
const ELEMENTS = [
  ["<select />", "NativeSelect"],
  ["<option />", "NativeSelectOption"],
  ["<textarea />", "Textarea"],
  ["<input />", "Input"],
  ["<dialog open />", "Dialog"],
  ["<button type='button'>One</button>", "Button"],
  ["<label htmlFor='one'>One</label>", "FieldLabel"],
  ["<table />", "Table"],
  ["<kbd>A</kbd>", "Kbd"],
  ["<code>A</code>", "translate"],
  ["<code translate='no'>A</code>", null],
  ["<hr />", "border"],
  ["<p title='one' />", "Hint"],
  ["<Button title='one' />", "Hint"],
  ["<form method='post' />", "Form"],
  ["<form noValidate />", null],
  ["<p popover='auto' />", "Popover"],
  ["<Section title='one'>One</Section>", null],
  ["<p><Section title='one' /></p>", null],
  ["<strong>One</strong>", null],
] as const;

test("the linter names the kit's part for each forbidden element of a page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cotejo-kit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ plugins: [join(ROOT, "tools/test/kit.grit")] }));
  writeFileSync(join(folder, "page.jsx"), `[\n${ELEMENTS.map(([element]) => `${element},\n`).join("")}];\n`);
  const { stdout } = await promisify(execFile)(
    join(ROOT, "node_modules/.bin/biome"),
    ["lint", "--reporter=github", "page.jsx"],
    { cwd: folder },
  ).catch((failed: { stdout: string }) => failed);
  const said = new Map(
    [...stdout.matchAll(/title=plugin,.*?line=(\d+),.*?::Use (\w+)/g)].map(([, line, part]) => [line, part]),
  );
  expect(ELEMENTS.map(([element], index) => [element, said.get(String(index + 2)) ?? null])).toEqual(ELEMENTS);
});
