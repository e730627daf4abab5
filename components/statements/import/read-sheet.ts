import { unzipSync, zipSync } from "fflate";
import Papa from "papaparse";
import { readSheet as readWorkbook } from "read-excel-file/universal";
import { withoutApostrophe } from "#lib/platform/contract/csv.ts";
import { MAX_SHEET_MEGABYTES, MAX_SHEET_ROWS, recognised, type Sheet, type SheetProblem } from "./sheet.ts";

const MEGABYTE = 1024 * 1024;

/** The size of all unpacked parts of a workbook together. */
const MAX_UNPACKED_BYTES = 64 * MEGABYTE;

/** Titles and remarks may stand above the header. */
const MAX_ROWS_ABOVE = 20;

/** Reads a file in the browser: the first sheet of an XLSX workbook, or CSV with any usual separator. */
export async function readSheet(file: File): Promise<Sheet | SheetProblem> {
  if (file.size > MAX_SHEET_MEGABYTES * MEGABYTE) return "too_large";
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  let table: string[][];
  try {
    table = isArchive ? await tableOfWorkbook(bytes) : tableOfCsv(bytes);
  } catch {
    return "unreadable";
  }
  const above = table.slice(0, MAX_ROWS_ABOVE);
  const named = above.findIndex((cells) => Object.values(recognised(cells)).filter((at) => at !== null).length > 1);
  const first = named === -1 ? table.findIndex(hasText) : named;
  const rows = table
    .map((cells, index) => ({ row: index + 1, cells }))
    .slice(first + 1)
    .filter(({ cells }) => hasText(cells));
  if (rows.length === 0) return "empty";
  if (rows.length > MAX_SHEET_ROWS) return "too_many_rows";
  return { name: file.name, id: await uuidOf(bytes), header: table[first] ?? [], rows };
}

const hasText = (cells: readonly string[]): boolean => cells.some((text) => text !== "");

function tableOfCsv(bytes: Uint8Array): string[][] {
  const text = textOf(bytes);
  // Blank lines would mislead the guess of the separator, and count in the numbers of the rows.
  const { delimiter } = Papa.parse(text, { preview: MAX_ROWS_ABOVE, skipEmptyLines: "greedy" }).meta;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  if (text.includes("\0") || errors.some(({ type }) => type === "Quotes")) throw new Error("This is no CSV.");
  return data.map((cells) => cells.map((cell) => withoutApostrophe(cell.trim())));
}

/** Programs for Windows write CSV in UTF-8 or in the encoding of Western Europe. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function tableOfWorkbook(bytes: Uint8Array): Promise<string[][]> {
  let unpacked = 0;
  // The reader would unpack large parts in a worker of a blob, which the Content-Security-Policy refuses.
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isRead = /\.(?:xml|rels)$/.test(name);
      unpacked += isRead ? originalSize : 0;
      if (unpacked > MAX_UNPACKED_BYTES) throw new Error("This workbook is too large.");
      return isRead;
    },
  });
  const rows = await readWorkbook(new Blob([zipSync(parts, { level: 0 })]));
  return rows.map((cells) => cells.map(textOfCell));
}

/** The reader gives days and times as instants of UTC, so a day has no shift of zone. */
const textOfCell = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "").trim();

/** A UUID of version 8 (RFC 9562) from the digest of the content. */
async function uuidOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
