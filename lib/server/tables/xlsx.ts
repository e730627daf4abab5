import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { type Cell, type Export, fileOf, type Table } from "./table.ts";

/**
 * The table as a workbook of one sheet (ECMA-376), read and compressed as it is taken. Text is stored as text, and stays so
 * when a cell is edited: no formula is in the file, and none comes of what a cell holds.
 */
export function xlsxExport({ header, pages }: Table): Export {
  let rows = 0;
  async function* sheet() {
    yield Buffer.from(`${sheetHead(header.length)}${rowOf(header, 1, HEADER)}`);
    for await (const page of pages) {
      yield Buffer.from(page.map((cells, index) => rowOf(cells, rows + index + 2)).join(""));
      rows += page.length;
    }
    yield Buffer.from("</sheetData></worksheet>");
  }
  async function* pieces() {
    const source = Readable.from(sheet(), { objectMode: false });
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    source.once("error", (error) => output.destroy(error));
    for (const [path, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(`${XML}${xml}`), path);
    zip.addReadStream(source, SHEET, { compressionLevel: FAST });
    zip.end();
    try {
      yield* output;
    } finally {
      source.destroy();
    }
  }
  return fileOf(pieces(), () => rows);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Half the time of the usual level, for a file a fifth larger. */
const FAST = 1;

const SHEET = "xl/worksheets/sheet1.xml";

/** Places in `cellXfs` of the styles. */
const TIME = 1;
const HEADER = 2;
/** Numbered 49: what is typed into such a cell is text too. */
const TEXT = 3;

const PARTS = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Cotejo" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** The header stays where it is while one scrolls. */
const sheetHead = (columns: number): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${columns}" width="22" customWidth="1"/></cols><sheetData>`;

function rowOf(cells: readonly Cell[], row: number, style = TEXT): string {
  let written = `<row r="${row}">`;
  for (const [column, cell] of cells.entries()) written += cellOf(cell, `${lettersOf(column)}${row}`, style);
  return `${written}</row>`;
}

function cellOf(cell: Cell, at: string, style: number): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof Date) return `<c r="${at}" s="${TIME}"><v>${daysSince1900(cell)}</v></c>`;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** `A` to `Z`, then `AA`. */
const lettersOf = (column: number): string =>
  (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Of a sheet's calendar, in whole seconds. */
const daysSince1900 = (time: Date): number => Math.floor(time.getTime() / 1000) / 86_400 + 25_569;

/** What a cell can hold, in code units. */
const MOST_TEXT = 32_767;

/** Characters that XML has no place for, or changes, are written as the standard says (ST_Xstring), and so is that form itself. */
const SPECIAL = /[&<>[\p{Cc}--[\t\n]]\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/gv;
const MARKUP: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const escaped = (text: string): string => text.slice(0, MOST_TEXT).toWellFormed().replace(SPECIAL, written);

const written = (character: string): string =>
  MARKUP[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
