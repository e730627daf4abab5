import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { packageFiles } from "./make.ts";
import { stampOf } from "./stamp.ts";
import { collectedOf, usual } from "./testing/collected.ts";

const base = mkdtempSync(join(tmpdir(), "cotejo-evidence-"));
afterAll(() => rmSync(base, { recursive: true }));

async function* each<T>(values: readonly T[]) {
  yield* values;
}

const PDF = { name: `pdfs/${"a".repeat(64)}.pdf`, content: Buffer.from("%PDF-1.7") };

/** A package as a folder. */
async function written(made = usual()): Promise<string> {
  const folder = join(mkdtempSync(join(base, "p")), "package");
  const { collected, signer, bodies } = made;
  for await (const { name, content } of packageFiles(collected, {
    signer,
    bodies: each(bodies),
    pdfs: each([PDF]),
    stamp: (manifest) => stampOf(manifest, signer),
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const run = (folder: string, ...given: string[]) =>
  new Promise<{ status: number; output: string }>((resolve) => {
    execFile(process.execPath, ["verify-evidence.mjs", ...given], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });

const change = (path: string, from: string | RegExp, to: string) => {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
};

it("finds a whole package as it was made, and its page too", async () => {
  const folder = await written();
  expect(await run(folder, ".")).toMatchObject({ status: 0, output: expect.stringContaining("4 entries of the log") });
  expect(await run(folder, "evidence.html")).toMatchObject({ status: 0 });
});

it.each<[string, (folder: string) => void, RegExp]>([
  [
    "a byte of a body",
    (at) => change(join(at, "deliveries/1.json"), "created", "creared"),
    /^altered: deliveries\/1.json/m,
  ],
  [
    "a byte of an entry",
    (at) => change(join(at, "entries.jsonl"), "accepted", "rejected"),
    /^altered: entry 7 of the log \(review 4\)/m,
  ],
  ["a byte of a document", (at) => change(join(at, "notes.json"), "Rosa", "Rose"), /^altered: notes.json/m],
  [
    "a byte of the manifest",
    (at) => change(join(at, "manifest.json"), '"people": "shortened"', '"people": "whole"'),
    /^altered: manifest.json: its signature/m,
  ],
  [
    "a byte of the signature",
    (at) => writeFileSync(join(at, "manifest.sig"), Buffer.alloc(64)),
    /^altered: manifest.json: its signature/m,
  ],
  [
    "a byte of the page",
    (at) => change(join(at, "evidence.html"), "Falta el acta", "Falta un acta"),
    /^altered: evidence.html/m,
  ],
  [
    "a byte of the program",
    (at) => change(join(at, "verify-evidence.mjs"), "// Cotejo", "// cotejo"),
    /^altered: verify-evidence.mjs/m,
  ],
  [
    "the reason why there is no time stamp",
    (at) => change(join(at, "manifest.tsr.txt"), "no authority", "another authority"),
    /^altered: manifest.tsr.txt: its signature/m,
  ],
  ["a deleted time stamp", (at) => rmSync(join(at, "manifest.tsr.txt")), /^missing: manifest.tsr/m],
  [
    "the time stamp of another text",
    (at) => renameSync(join(at, "manifest.tsr.txt"), join(at, "manifest.tsr")),
    /^altered: manifest.tsr: it is no time stamp/m,
  ],
  ["a deleted file", (at) => rmSync(join(at, "deliveries/3.json")), /^missing: deliveries\/3.json/m],
  ["a deleted entry", (at) => change(join(at, "entries.jsonl"), /\n.*people\.opened.*\n/, "\n"), /^missing: entry 7/m],
  ["an added file", (at) => writeFileSync(join(at, "deliveries/9.json"), "{}"), /^added: deliveries\/9.json/m],
  [
    "an added entry",
    (at) => writeFileSync(join(at, "entries.jsonl"), '{"kind":"audit","entry":{"id":9}}\n', { flag: "a" }),
    /^added: entries.jsonl line 5/m,
  ],
  [
    "two entries in another order",
    (at) => change(join(at, "entries.jsonl"), /^(.*)\n(.*)\n/, "$2\n$1\n"),
    /^altered: entry 1 .*\n(.*\n)*?altered: entry 3 /m,
  ],
  [
    "two bodies in each other's place",
    (at) => {
      renameSync(join(at, "deliveries/1.json"), join(at, "x"));
      renameSync(join(at, "deliveries/3.json"), join(at, "deliveries/1.json"));
      renameSync(join(at, "x"), join(at, "deliveries/3.json"));
    },
    /^altered: deliveries\/1.json.*\naltered: deliveries\/3.json/m,
  ],
])("finds %s", async (_, tamper, named) => {
  const folder = await written();
  tamper(folder);
  const { status, output } = await run(folder, ".");
  expect(output).toMatch(named);
  expect(output).toContain("NOT as it was made");
  expect(status).toBe(1);
});

it.each<[string, string | RegExp, string, RegExp]>([
  ["a shown value", "<li>High: Falta el acta</li>", "<li>Low: Falta el acta</li>", /^altered: row "decision 7"/m],
  ["a sealed value", 'resolution\\":\\"accepted', 'resolution\\":\\"rejected', /^altered: entry 7/m],
  ["a heading", "<h2>Decisions</h2>", "<h2>Decision</h2>", /^altered: the page: its frame/m],
  ["the script", "const escaped", "const escapee", /^altered: the page: its frame/m],
  [
    "the order of rows",
    /(<tr data-part="delivery 1".*<\/tr>)\n(<tr data-part="delivery 5".*<\/tr>)/s,
    "$2\n$1",
    /^altered: the page: its frame, or the order/m,
  ],
])("finds %s of a page that was changed", async (_, from, to, named) => {
  const folder = await written();
  const path = join(folder, "evidence.html");
  change(path, from, to);
  expect(await run(folder, "evidence.html")).toMatchObject({ status: 1, output: expect.stringMatching(named) });
});

it("compares its head with one that left before or after", async () => {
  const made = usual();
  const folder = await written(made);
  const give = (name: string, value: object) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const before = give("../before.json", made.headOf(3));
  expect(await run(folder, ".", "--head", before)).toMatchObject({ status: 0 });
  const other = give("../other.json", made.headOf(5));
  const asked = await run(folder, ".", "--head", other);
  expect(asked).toMatchObject({
    status: 1,
    output: expect.stringContaining("/api/evidence/consistency?first=5&second=8"),
  });
  const proof = give("../proof.json", { first: 5, second: 8, hashes: made.consistency(5) });
  expect(await run(folder, ".", "--head", other, "--consistency", proof)).toMatchObject({ status: 0 });
  const forged = give("../forged.json", { ...made.headOf(5), size: 6 });
  expect(await run(folder, ".", "--head", forged, "--consistency", proof)).toMatchObject({ status: 1 });
  const replaced = collectedOf([{ kind: "audit", columns: { at: "2026-11-24T18:03:11Z", action: "x" } }]);
  const another = give("../another.json", { ...replaced.headOf(2), size: 8 });
  expect(await run(folder, ".", "--head", another)).toMatchObject({ status: 1 });
});

it("names a body that is missing without an event of its deletion", async () => {
  const { bodies, ...made } = usual();
  const folder = await written({ ...made, bodies: bodies.slice(1) });
  expect(await run(folder, ".")).toMatchObject({ status: 1, output: expect.stringMatching(/^missing: entry 1 /m) });
});

it.each<[string, (number | undefined)[], number[], RegExp | null]>([
  ["no step", [undefined, undefined, 3, 4], [], null],
  ["a step between others", [1, 3], [], /^missing: step 2 of the review: /m],
  ["the first steps", [3, 4], [], /^missing: steps 1 to 2 of the review: /m],
  ["a step of an earlier version", [undefined, 3], [], /^missing: step 2 of the review: /m],
  [
    "the last step, by its event",
    [1, 2],
    [40, 41],
    /^missing: entry 40 of the log: .*\nmissing: entry 41 of the log: /m,
  ],
])("names what is missing in a package: %s", async (_, steps, positions, named) => {
  const at = "2026-11-24T18:03:11.123456Z";
  const events =
    positions.length > 0 ? [{ kind: "entries_removed", cause: "none", files: ["ver_one"], positions, at }] : [];
  const folder = await written(
    collectedOf([
      ...steps.map((step) => ({ kind: "review" as const, columns: { at, kind: "assigned", step } })),
      ...events.map((columns) => ({ kind: "event" as const, columns })),
    ]),
  );
  const { status, output } = await run(folder, ".");
  expect(status).toBe(named ? 1 : 0);
  expect(output).toMatch(named ?? /^as it was made$/m);
});

it("reads no file outside of its folder", async () => {
  const folder = await written();
  change(join(folder, "manifest.json"), '"name": "notes.json"', '"name": "../../../etc/passwd"');
  expect(await run(folder, ".")).toMatchObject({
    status: 1,
    output: expect.stringContaining("missing: ../../../etc/passwd"),
  });
});

it("says in one line that there is nothing to check", async () => {
  const folder = await written();
  for (const given of [[], [".", ".."], ["nowhere"], ["README.txt"]]) {
    const { status, output } = await run(folder, ...given);
    expect(status).toBe(2);
    expect(output).toMatch(/^verify-evidence: .*\n$/);
  }
});
