import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ImportedRow, ImportOutcome } from "#lib/statements/contract/import.ts";
import type { StatementsImport } from "#lib/statements/contract/import-input.ts";
import { type Asked, expectAccessible, failing, mountPage } from "#tools/test/mounted-page.tsx";
import { ImportView } from "./import-view.tsx";

/* Reading is tested by `read-sheet.test.ts`, the rows by `import.db.test.ts`, all of it by `e2e/alone/dates-import.spec.ts`. */

const IMPORT = "POST /api/imports/statements";
const UNDO = "POST /api/imports/statements/undo";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const section = (name: string) => page.getByRole("region", { name, exact: true });
const choose = (content: string, name = "fechas.csv") =>
  userEvent.upload(page.getByLabelText(/^Choose (?:a|another) file/), new File([content], name));
const bodies = (asked: Asked[]) => asked.map(({ body }) => body as StatementsImport);

/** Answers each row by its tag, which names the outcome. */
const byTag = ({ body }: Asked) => {
  const { rows, dry_run } = body as StatementsImport;
  return {
    rows: rows.map(({ row, file }): ImportedRow => {
      const told = file.replace(/-\d+$/, "") as ImportOutcome;
      const outcome = !dry_run && (told === "new" || told === "differs") ? "imported" : told;
      return { row, outcome, verification_id: `ver_${row}`, cause: outcome === "unread_day" ? "since" : null };
    }),
  };
};

test("a sheet is previewed, and its new rows are stored, handed back or withdrawn", async () => {
  const { asked } = mountPage(<ImportView />, { answers: { [IMPORT]: byTag, [UNDO]: { withdrawn: 2 } } });
  await expectAccessible();
  await choose(
    "Etiqueta;Relación desde;Notas\nnew-1;14/03/2023;a\ndiffers-1;15/03/2023;b\nunread_day-1;31/02/2023;=1\n",
  );
  await expect.element(section("Columns")).toMatchTextContent("Left out: Notas.");
  await button("Preview 3 rows").click();
  await expect.element(section("Columns")).toMatchTextContent("Fill in “Meaning of 14/03/2023”.");
  expect(asked).toEqual([]);
  await page.getByLabelText("Meaning of 14/03/2023").selectOptions("March 14, 2023 (day first)");
  await expectAccessible();
  await button("Preview 3 rows").click();
  await expect.element(section("Preview")).toMatchTextContent("2 rows can be imported. Nothing is stored yet.");
  await section("Preview").getByText("Day not readable · 1").click();
  await expect.element(section("Preview")).toMatchTextContent("“31/02/2023” in “Customer since” is no day.");
  await expectAccessible();

  await button("Import 2 rows").click();
  await expect.element(section("Import")).toMatchTextContent("2 rows were stored.");
  await expect.element(section("Import")).toMatchTextContent("Day not readable · 1");
  const [preview, stored] = bodies(asked);
  expect(preview).toMatchObject({ dry_run: true, day_order: "dmy", source: "fechas.csv" });
  expect(preview?.rows).toHaveLength(3);
  expect(stored).toMatchObject({ dry_run: false, day_order: "dmy", import_id: preview?.import_id });
  expect(stored?.rows).toEqual([
    { row: 2, file: "new-1", since: "14/03/2023" },
    { row: 3, file: "differs-1", since: "15/03/2023" },
  ]);
  await expectAccessible();

  const saved = Promise.withResolvers<Blob>();
  const { createObjectURL } = URL;
  URL.createObjectURL = (file) => {
    saved.resolve(file as Blob);
    return createObjectURL.call(URL, file);
  };
  window.addEventListener("click", (event) => event.target instanceof HTMLAnchorElement && event.preventDefault(), {
    once: true,
    capture: true,
  });
  await button("Download 1 refused row").click();
  URL.createObjectURL = createObjectURL;
  expect(await (await saved.promise).text()).toBe(
    '"Etiqueta","Relación desde","Notas","Cause"\r\n"unread_day-1","31/02/2023","\'=1","“31/02/2023” in “Customer since” is no day."\r\n',
  );
  await button("Undo this import").click();
  await expect.element(section("Import")).toMatchTextContent("2 statements were withdrawn.");
  expect(asked.at(-1)?.body).toEqual({ import_id: preview?.import_id });
  await button("Import another spreadsheet").click();
  await expect.element(section("Spreadsheet")).toMatchTextContent("Choose a file…");
});

test("rows are sent by five hundred, and an interruption is continued where it was", async () => {
  const { asked, answer } = mountPage(<ImportView />, { answers: { [IMPORT]: byTag } });
  const lines = Array.from({ length: 1_200 }, (_, index) => `new-${index},2023-03-14`);
  await choose(`tag,since\n${lines.join("\n")}`);
  await button(/^Preview 1,?200 rows$/).click();
  await expect.element(section("Preview")).toMatchTextContent("1,200 rows can be imported.");
  await section("Preview").getByText("New · 1,200").click();
  await expect.element(section("Preview")).toMatchTextContent("The first 100 of 1,200 rows.");
  answer(IMPORT, (one: Asked) =>
    (one.body as StatementsImport).rows[0]?.row === 502 ? failing(503, "OFF") : byTag(one),
  );
  await button(/^Import 1,?200 rows$/).click();
  await expect.element(section("Import").getByRole("alert")).toMatchTextContent("Continue to try again");
  await expect.element(section("Import")).toMatchTextContent("500 of 1,200 rows sent");
  await expectAccessible();
  answer(IMPORT, byTag);
  await button("Continue").click();
  await expect.element(section("Import")).toMatchTextContent("1,200 rows were stored.");
  const stored = bodies(asked).filter(({ dry_run }) => !dry_run);
  expect(stored.map(({ rows }) => [rows[0]?.row, rows.length])).toEqual([
    ...[
      [2, 500],
      [502, 500],
      [502, 500],
      [1_002, 200],
    ],
  ]);
  expect(new Set(bodies(asked).map(({ import_id }) => import_id)).size).toBe(1);
});

test("a preview can be stopped, and a change of a column discards it", async () => {
  mountPage(<ImportView />, { answers: { [IMPORT]: () => new Promise(() => undefined) } });
  await choose("cliente,since\nEXP-1,2023-03-14\n");
  await button(/^Preview/).click();
  await expect.element(section("Columns")).toMatchTextContent("Fill in “File”.");
  await page.getByRole("combobox", { name: "File" }).selectOptions("cliente");
  await button("Preview 1 row").click();
  await expect.element(section("Preview").getByRole("progressbar")).toBeVisible();
  await button("Stop").click();
  await expect.element(section("Preview")).toMatchTextContent("Stopped. Nothing was stored.");
  await page.getByLabelText("Customer until").selectOptions("since");
  await expect.element(section("Preview")).not.toBeInTheDocument();
});

test("a file that is no sheet is refused beside the field, in Spanish too", async () => {
  mountPage(<ImportView />, { locale: "es-MX" });
  await userEvent.upload(page.getByLabelText("Elegir un archivo…"), new File(["Etiqueta\n"], "fechas.csv"));
  await expect
    .element(section("Hoja de cálculo"))
    .toMatchTextContent("Esta hoja no tiene filas debajo del encabezado.");
});

test("an administrator imports no checks, which are a decider's", async () => {
  mountPage(<ImportView />, { role: "admin", answers: { [IMPORT]: byTag } });
  await choose("tag,since,last check\nnew-1,2023-03-14,2025-12-02\n");
  await expect.element(section("Columns")).toMatchTextContent("Left out: last check.");
  await expect.element(page.getByLabelText("Last check")).not.toBeInTheDocument();
});
