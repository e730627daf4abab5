/** @module-tag evidence-package */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import type { SignedHead } from "#lib/core/contract/evidence-head.ts";
import { proveConsistency } from "#lib/records/server/evidence/proofs.ts";
import { sealAndSettle } from "#lib/records/server/evidence/testing/settle.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import type { SealedEntry } from "./sealed-entries.ts";
import { CURP, entriesOfKind, filesOf, type Made, productOf } from "./testing/product-package.ts";

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
const database = await ownDatabase();
const { asOwner, decidedFile, reviewedFile, collect } = await productOf(database);
const heads = await decidedFile("ver_one", "Todo & en orden \u202e");
const made = () => collect("ver_one", { notes: ["general"] });
const usual = await made();
const files = await filesOf(usual);
await decidedFile("ver_covered", `La CURP ${CURP} coincide`);

const [first, second] = usual.collected.entries.map(({ position }) => position);
const decided = entriesOfKind(usual, "review").at(-1);
const [created, finished] = entriesOfKind(usual, "delivery");

const base = mkdtempSync(join(tmpdir(), "cotejo-evidence-"));
afterAll(() => rmSync(base, { recursive: true }));

/** A package as a folder. */
async function written(of = files): Promise<string> {
  const folder = join(mkdtempSync(join(base, "p")), "package");
  for (const { name, content } of of) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** A signed package with other entries than the product's. */
const writtenWith = async (of: Made, entries: readonly SealedEntry[]) =>
  written(await filesOf({ ...of, collected: { ...of.collected, entries: [...entries] } }));

const run = (folder: string, ...given: string[]) =>
  new Promise<{ status: number; output: string }>((resolve) => {
    execFile(process.execPath, ["verify-evidence.mjs", ...given], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });

const body = (entry: SealedEntry | undefined) => `deliveries/${entry?.id}.json`;

const change = (path: string, from: string | RegExp, to: string) => {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
};

it("finds a whole package as it was made, and its page too", async () => {
  const folder = await written();
  expect(await run(folder, ".")).toMatchObject({
    status: 0,
    output: expect.stringContaining(`${usual.collected.entries.length} entries of the log, `),
  });
  expect(await run(folder, "evidence.html")).toMatchObject({ status: 0 });
});

it.each<[string, (folder: string) => void, RegExp]>([
  [
    "a byte of a body",
    (at) => change(join(at, body(created)), "created", "creared"),
    new RegExp(`^altered: ${body(created)}`, "m"),
  ],
  [
    "a byte of an entry",
    (at) => change(join(at, "entries.jsonl"), "accepted", "rejected"),
    new RegExp(`^altered: entry ${decided?.position} of the log \\(review ${decided?.id}\\)`, "m"),
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
  ["a deleted file", (at) => rmSync(join(at, body(finished))), new RegExp(`^missing: ${body(finished)}`, "m")],
  [
    "a deleted entry",
    (at) => change(join(at, "entries.jsonl"), /\n.*people\.opened.*\n/, "\n"),
    new RegExp(`^missing: entry ${decided?.position}`, "m"),
  ],
  ["an added file", (at) => writeFileSync(join(at, "deliveries/x.json"), "{}"), /^added: deliveries\/x.json/m],
  [
    "an added entry",
    (at) => writeFileSync(join(at, "entries.jsonl"), '{"kind":"audit","entry":{"id":9}}\n', { flag: "a" }),
    new RegExp(`^added: entries.jsonl line ${usual.collected.entries.length + 1}`, "m"),
  ],
  [
    "two entries in another order",
    (at) => change(join(at, "entries.jsonl"), /^(.*)\n(.*)\n/, "$2\n$1\n"),
    new RegExp(`^altered: entry ${first} .*\n(.*\n)*?altered: entry ${second} `, "m"),
  ],
  [
    "two bodies in each other's place",
    (at) => {
      renameSync(join(at, body(created)), join(at, "x"));
      renameSync(join(at, body(finished)), join(at, body(created)));
      renameSync(join(at, "x"), join(at, body(finished)));
    },
    new RegExp(`^altered: ${body(created)}.*\naltered: ${body(finished)}`, "m"),
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
  [
    "a shown value",
    "<li>High: Falta el acta</li>",
    "<li>Low: Falta el acta</li>",
    new RegExp(`^altered: row "decision ${decided?.position}"`, "m"),
  ],
  [
    "a sealed value",
    'resolution\\":\\"accepted',
    'resolution\\":\\"rejected',
    new RegExp(`^altered: entry ${decided?.position} `, "m"),
  ],
  ["a heading", "<h2>Decisions</h2>", "<h2>Decision</h2>", /^altered: the page: its frame/m],
  ["the script", "const escaped", "const escapee", /^altered: the page: its frame/m],
  [
    "the order of rows",
    new RegExp(
      `(<tr data-part="delivery ${created?.position}".*?</tr>)\n(<tr data-part="delivery ${finished?.position}".*?</tr>)`,
      "s",
    ),
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
  const folder = await written();
  const give = (name: string, value: object) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const { published, later, newest } = heads;
  expect(usual.collected.head).toEqual(newest);
  const before = give("../before.json", published);
  expect(await run(folder, ".", "--head", before)).toMatchObject({ status: 0 });
  const other = give("../other.json", later);
  const asked = await run(folder, ".", "--head", other);
  expect(asked).toMatchObject({
    status: 1,
    output: expect.stringContaining(`/api/evidence/consistency?first=${later.size}&second=${newest.size}`),
  });
  const proven = await proveConsistency({ first: later.size, second: newest.size }, database);
  const proof = give("../proof.json", proven);
  expect(await run(folder, ".", "--head", other, "--consistency", proof)).toMatchObject({ status: 0 });
  const forged = give("../forged.json", { ...later, size: later.size + 1 });
  expect(await run(folder, ".", "--head", forged, "--consistency", proof)).toMatchObject({ status: 1 });
  const replaced = { size: newest.size, root: "0".repeat(64), at: newest.at };
  const signature = usual.sources.signer.sign(replaced).toString("base64");
  const another = give("../another.json", { ...newest, ...replaced, signature } satisfies SignedHead);
  expect(await run(folder, ".", "--head", another)).toMatchObject({
    status: 1,
    output: expect.stringContaining("its log and that of the package differ"),
  });
});

it("names a body that is missing without an event of its deletion", async () => {
  const { collected, sources } = await made();
  async function* bodies() {
    for await (const one of sources.bodies) if (one.id !== created?.id) yield one;
  }
  const folder = await written(await filesOf({ collected, sources: { ...sources, bodies: bodies() } }));
  const named = new RegExp(`^missing: entry ${created?.position} `, "m");
  expect(await run(folder, ".")).toMatchObject({ status: 1, output: expect.stringMatching(named) });
});

await reviewedFile("ver_steps", 0);
await reviewedFile("ver_before", 2);

it.each<[string, string, number[], RegExp | null]>([
  ["no step", "ver_before", [], null],
  ["a step between others", "ver_steps", [1], /^missing: step 2 of the review: /m],
  ["the first steps", "ver_steps", [0, 1], /^missing: steps 1 to 2 of the review: /m],
  ["a step of an earlier version", "ver_before", [1], /^missing: step 2 of the review: /m],
])("names what is missing in a package: %s", async (_, file, absent, named) => {
  const of = await collect(file);
  const gone = new Set(absent.map((at) => entriesOfKind(of, "review")[at]));
  const folder = await writtenWith(
    of,
    of.collected.entries.filter((entry) => !gone.has(entry)),
  );
  const { status, output } = await run(folder, ".");
  expect(status).toBe(named ? 1 : 0);
  expect(output).toMatch(named ?? /^as it was made$/m);
});

it("names what is missing in a package: the last steps, by their event", async () => {
  const [one, other] = entriesOfKind(await collect("ver_steps"), "review").slice(-2);
  await asOwner(`DELETE FROM review_log WHERE id IN (${one?.id}, ${other?.id})`);
  await sealAndSettle(database);
  const { status, output } = await run(await written(await filesOf(await collect("ver_steps"))), ".");
  expect(status).toBe(1);
  expect(output).toMatch(
    new RegExp(`^missing: entry ${one?.position} of the log: .*\nmissing: entry ${other?.position} of the log: `, "m"),
  );
});

it("proves of a covered entry its place alone, and only where people are shortened", async () => {
  const covered = await collect("ver_covered");
  const { position } = entriesOfKind(covered, "review").at(-1) ?? expect.unreachable();
  const folder = await written(await filesOf(covered));
  const said = /^1 of them: the place in the log is proven, the words are covered and not compared$/m;
  expect(await run(folder, ".")).toMatchObject({ status: 0, output: expect.stringMatching(said) });
  expect(await run(folder, "evidence.html")).toMatchObject({ status: 0, output: expect.stringMatching(said) });
  change(join(folder, "entries.jsonl"), "coincide", "no coincide");
  const named = (because: string) =>
    expect.stringMatching(new RegExp(`^altered: entry ${position} .*: ${because}`, "m"));
  expect(await run(folder, ".")).toMatchObject({
    status: 1,
    output: named("its words are covered, and entries.jsonl"),
  });

  const withEntry = async (of: Made, changes: Partial<SealedEntry>) =>
    run(
      await writtenWith(
        of,
        of.collected.entries.map((entry) => (entry.position === position ? { ...entry, ...changes } : entry)),
      ),
      ".",
    );
  const elsewhere = { leaf: usual.collected.entries[0]?.leaf ?? "" };
  expect(await withEntry(await collect("ver_covered"), elsewhere)).toMatchObject({
    status: 1,
    output: named("its leaf is not in the log"),
  });
  expect(await withEntry(await collect("ver_covered", { people: "whole" }), { salt: null })).toMatchObject({
    status: 1,
    output: named("its words are covered, and the package shows people whole"),
  });
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
