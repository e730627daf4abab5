import { BYTE_ORDER_MARK, csvLine } from "#lib/platform/contract/csv.ts";
import { type Cell, type Export, fileOf, type Table, timeText } from "./table.ts";

export function csvExport({ header, pages }: Table): Export {
  let rows = 0;
  async function* pieces() {
    yield Buffer.from(BYTE_ORDER_MARK + csvLine(header));
    for await (const page of pages) {
      rows += page.length;
      yield Buffer.from(page.map((cells) => csvLine(cells.map(textOf))).join(""));
    }
  }
  return fileOf(pieces(), () => rows);
}

const textOf = (cell: Cell): string => (cell instanceof Date ? timeText(cell) : String(cell ?? ""));
