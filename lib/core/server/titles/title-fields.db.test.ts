import { expect, it } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { read, storeArrivals } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { chooseTitleFields, fillTitles } from "./fill-titles.ts";
import { areTitlesChosen, getTitleFields } from "./title-fields.ts";

const database = await ownDatabase();

it("lists the fields of recent answers, one answer a file, and the progress of the choice", async () => {
  expect(await getTitleFields(database)).toEqual({
    chosen: { title: [], tax_id: [] },
    seen: [],
    files: 0,
    progress: null,
  });
  await storeArrivals(database.pool, [
    read("ver_1", 1, { verification_id: "ver_1", company: { legal_name: "Antes", fax: "1" } }),
    read("ver_1", 2, { verification_id: "ver_1", status: "pending", company: { legal_name: "Maderas del Sur" } }),
    read("ver_2", 3, { data: { verification_id: "ver_2", channel: "api", company: { legal_name: "Textiles Oro" } } }),
    read("ver_2", 4, { full_list: [{ people_id: 1, full_name: "Ana" }] }, "people"),
  ]);
  await drainInbox(database);
  const seen = [
    { path: "/company/legal_name", files: 2, example: "Textiles Oro" },
    { path: "/channel", files: 1, example: "api" },
  ];
  expect(await getTitleFields(database)).toMatchObject({ seen, files: 2, progress: null });
  expect(await areTitlesChosen(database)).toBe(false);
  const chosen = { title: ["/company/legal_name"], tax_id: ["/company/rfc"] };
  await chooseTitleFields(chosen, database);
  expect(await areTitlesChosen(database)).toBe(true);
  expect(await getTitleFields(database)).toEqual({
    chosen,
    seen,
    files: 2,
    progress: { done: 0, total: 2, finished: false },
  });
  await fillTitles(database, new AbortController().signal);
  expect((await getTitleFields(database)).progress).toEqual({ done: 2, total: 2, finished: true });
});
