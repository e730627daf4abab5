import { beforeAll, expect, it, vi } from "vitest";
import { newSample, sampleResult } from "#lib/desk/contract/review/sample-input.ts";
import type { Sheet } from "#lib/platform/server/tables/table.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { changeReview, type Reviewer } from "./command.ts";
import { listDecisions } from "./decisions.ts";
import { drawSample, enterResult, listSamples, readResultsOfFile, readSheet, signSample } from "./samples.ts";
import { sampleSheets } from "./samples-table.ts";
import { finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
const FILES = ["ver_a", "ver_b", "ver_c", "ver_d", "ver_e"];
const EVER = { from: "2026-01-01", to: "2099-01-01" };

let ana: Reviewer;
let eva: Reviewer;

const decide = async (id: string, body: object) =>
  changeReview(id, { version: (await review(id)).version, state: "resolved", ...body }, ana, database);
const draw = async (body: object = {}) => drawSample(newSample.parse({ ...EVER, size: 3, ...body }), eva, database);
const sheet = (id: string, reader = eva) => readSheet(id, reader.id, database);
const enter = async (id: string, entry_id: number, body: object = {}, reviewer = eva) =>
  enterResult(
    { sample_id: id, entry_id, ...sampleResult.parse({ result: "confirmed", replaces: null, ...body }) },
    reviewer,
    database,
  );
const idsIn = async (id: string) => (await sheet(id)).items.map(({ entry_id }) => entry_id);

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  eva = await user("Eva", "auditor");
  await begin();
  for (const id of FILES) {
    await receive(...finishedFile(id));
    await decide(id, { resolution: "rejected", reason_code: "no_answer", reason: "No contesta." });
  }
});

it("draws by a seed what the list of decisions draws by it, and keeps it while decisions are made", async () => {
  const { sample_id, ...drawn } = await draw({ seed: "abril" });
  expect(drawn).toEqual({ size: 3, population: 5, seed: "abril" });
  const listed = await listDecisions({ ...EVER, sample: 3, seed: "abril", basis: false }, database);
  expect(await idsIn(sample_id)).toEqual(listed.items.map(({ entry_id }) => entry_id));
  await receive(...finishedFile("ver_later"));
  await decide("ver_later", { resolution: "rejected", reason_code: "no_answer" });
  expect((await sheet(sample_id)).items).toHaveLength(3);
  expect((await draw({ seed: "abril" })).population).toBe(6);
});

it("has no more decisions than there are, a seed of its own unless one is given, and no sample of nothing", async () => {
  const one = await draw({ size: 500 });
  expect(one.size).toBe(one.population);
  expect([one.seed, (await draw()).seed].map((seed) => seed.length)).toEqual([8, 8]);
  const before = (await listSamples(database)).items.length;
  await expect(draw({ resolution: "accepted" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect((await listSamples(database)).items).toHaveLength(before);
});

it("takes a result with a note for each decision, and counts them", async () => {
  const { sample_id } = await draw();
  const [first = 0, second = 0] = await idsIn(sample_id);
  expect(await enter(sample_id, first)).toEqual({
    verification_id: expect.stringMatching(/^ver_/),
    before: null,
  });
  await enter(sample_id, second, { result: "objected", note: "Falta el poder." });
  const { items, results } = await sheet(sample_id);
  expect(results).toEqual({ confirmed: 1, objected: 1, undetermined: 0 });
  expect(items[1]).toMatchObject({ result: "objected", note: "Falta el poder.", reviewed_by: "Eva" });
  expect((await listSamples(database)).items[0]).toMatchObject({ sample_id, results, kept: 3, signed: null });
  await expect(enter(sample_id, 999_999)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(sampleResult.safeParse({ result: "objected", note: " ", replaces: null }).success).toBe(false);
});

it("replaces a result only as it was shown", async () => {
  const { sample_id } = await draw();
  const [first = 0] = await idsIn(sample_id);
  await enter(sample_id, first);
  await expect(enter(sample_id, first)).rejects.toMatchObject({ code: "CONFLICT" });
  const { reviewed_at } = (await sheet(sample_id)).items[0] ?? expect.unreachable();
  expect((await enter(sample_id, first, { result: "undetermined", note: "?", replaces: reviewed_at })).before).toBe(
    "confirmed",
  );
});

it("takes no result from the author of the decision", async () => {
  const { sample_id } = await draw();
  const [first = 0] = await idsIn(sample_id);
  expect((await sheet(sample_id, ana)).items[0]?.own).toBe(true);
  await expect(enter(sample_id, first, {}, ana)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await sheet(sample_id)).items[0]).toMatchObject({ own: false, result: null });
});

it("is signed in the state that was shown, and does not change afterwards", async () => {
  const { sample_id } = await draw();
  const [first = 0, second = 0] = await idsIn(sample_id);
  const { digest: empty } = await sheet(sample_id);
  await expect(signSample(sample_id, empty, eva, database)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await enter(sample_id, first, { result: "objected", note: "Falta el poder." });
  await expect(signSample(sample_id, empty, eva, database)).rejects.toMatchObject({ code: "CONFLICT" });
  const { digest, items } = await sheet(sample_id);
  expect(await signSample(sample_id, digest, eva, database)).toEqual({
    ...{ size: 3, kept: 3, confirmed: 0, objected: 1, undetermined: 0 },
  });
  expect(await sheet(sample_id)).toMatchObject({ digest, signed: { by_name: "Eva", digest } });
  await expect(enter(sample_id, second)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(signSample(sample_id, digest, eva, database)).rejects.toMatchObject({ code: "CONFLICT" });
  const file = items[0]?.verification_id ?? "";
  expect(await readResultsOfFile(pool, file)).toEqual([
    expect.objectContaining({ sample_id, entry_id: first, result: "objected", note: "Falta el poder.", digest }),
  ]);
  expect(await readResultsOfFile(pool, items[1]?.verification_id ?? "")).toEqual([]);
});

it("is a table in words with the results, and its facts", async () => {
  const { sample_id } = await draw({ resolution: "rejected", user: ana.id });
  const [first = 0] = await idsIn(sample_id);
  await enter(sample_id, first, { result: "objected", note: "Falta el poder." });
  const shown = await sheet(sample_id);
  expect(shown.source).toMatchObject({ ...EVER, resolution: "rejected", user: ana.id, user_name: "Ana" });
  const [decisions, facts] = sampleSheets(shown, "es-MX");
  const rowsOf = ({ header, pages }: Sheet) =>
    (pages as unknown[][][]).flat().map((row) => Object.fromEntries(row.map((cell, at) => [header[at], cell])));
  expect(rowsOf(decisions)[0]).toMatchObject({ Resultado: "Con observación", Nota: "Falta el poder.", Revisó: "Eva" });
  expect(rowsOf(decisions)[1]).toMatchObject({ Resultado: null, Revisó: null });
  expect(rowsOf(facts)).toContainEqual({ Dato: "Revisados", Valor: 1 });
});

it("says how many of its decisions can no longer be shown once their file is erased", async () => {
  const { sample_id } = await draw({ size: 500 });
  const { size, items } = await sheet(sample_id);
  const file = items[0]?.verification_id ?? "";
  await enter(sample_id, items[0]?.entry_id ?? 0);
  await eraseVerification({ verification_id: file, reason: "A petición." }, { user: null } as never, database);
  const after = await sheet(sample_id);
  expect([after.size, after.kept, after.items.length]).toEqual([size, size - 1, size - 1]);
  expect(after.results.confirmed).toBe(0);
});
