import { beforeAll, expect, it, vi } from "vitest";
import { initialPolicy } from "#lib/contract/review/policy.ts";
import { dateIn } from "#lib/contract/review/working-time.ts";
import { instantFromMs } from "#lib/contract/time.ts";
import type { Sheet } from "#lib/server/tables/table.ts";
import { ownDatabase } from "#test/own-database.ts";
import { changeReview, type Reviewer } from "./command.ts";
import { readDecisionRecord } from "./decision-record.ts";
import { listDecisions } from "./decisions.ts";
import { decisionsAsWords } from "./decisions-table.ts";
import { finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { begin, user, receive, review } = reviewDesk(database);
const ID = "ver_decided";
const EVER = { from: "2026-01-01", to: "2099-01-01", sample: null, seed: "", basis: false };

let ana: Reviewer;

const change = async (body: object) =>
  changeReview(ID, { version: (await review(ID)).version, state: "resolved", ...body }, ana, database);

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin();
  await receive(...finishedFile(ID));
  await change({ resolution: "rejected", reason_code: "no_answer", reason: "=1+1" });
  await change({ state: "open" });
  await change({ resolution: "accepted", review_on: "2099-03-02" });
});

// The two zones always have different dates, so that one of them differs from the date in UTC.
it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("a period has days of the policy's zone: %s", async (zone) => {
  const { working } = initialPolicy("2026-01-01T00:00:00.000000Z");
  await begin({ working: { ...working, time_zone: zone } });
  const on = async (day: string) => (await listDecisions({ ...EVER, from: day, to: day }, database)).total;
  const now = Date.now();
  const days = [-1, 0, 1].map((shift) => dateIn(instantFromMs(now + shift * 86_400_000), zone));
  expect(await Promise.all(days.map(on))).toEqual([0, 2, 0]);
});

it("each decision has the record of its own entry, which states whether it stands", async () => {
  const { items } = await listDecisions(EVER, database);
  const records = await Promise.all(
    items.map(async ({ entry_id }) => (await readDecisionRecord(ID, entry_id, database))?.record),
  );
  expect(records.map((record) => [record?.resolution, record?.stands])).toEqual([
    ["rejected", false],
    ["accepted", true],
  ]);
  expect(await readDecisionRecord(ID, 999_999, database)).toEqual({ record: null });
});

it("is a table in words, with the reasons of the catalogue", async () => {
  const { items } = await listDecisions(EVER, database);
  expect(items.map(({ basis }) => basis)).toEqual([null, null]);
  const row = await firstRow(decisionsAsWords(items, "es-MX", "America/Mexico_City"));
  expect(row).toMatchObject({
    "Fecha (America/Mexico_City)": expect.any(Date),
    Identificador: ID,
    Paso: "Dictaminado",
    Dictamen: "Rechazado",
    Por: "Ana",
    Motivo: items[0]?.reason_name?.es,
    Comentario: "=1+1",
    "Revisión periódica": null,
    Deshecho: null,
  });
  expect(items[0]?.reason_name?.es).not.toBe("no_answer");
  expect(items.map(({ review_on }) => review_on)).toEqual([null, "2099-03-02"]);
});

async function firstRow({ header, pages }: Sheet) {
  for await (const [row] of pages) return Object.fromEntries(header.map((name, at) => [name, row?.[at]]));
  return {};
}
