import { assemblePdf } from "#lib/sandbox/service/curp-file.ts";

/** A PDF of one page that is a scan: all black, in fax compression, which has to be decoded. */
export const scannedPdf = (): Buffer =>
  assemblePdf([
    CATALOG,
    "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] /Resources << /XObject << /Scan 3 0 R >> >> >>",
    // Eight rows of eight pixels, each equal to the white row above it, and inverted.
    `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >> /Length 1 >>\nstream\n\xff\nendstream`,
    "<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>",
    streamOf("q 612 0 0 792 0 0 cm /Scan Do Q"),
  ]);

/** A PDF of several pages of letter paper, a line of text on each; an empty line is a page without text. */
export function pdfOf(lines: readonly string[]): Buffer {
  const kids = lines.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  return assemblePdf([
    CATALOG,
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...lines.flatMap((line, index) => {
      const content = line === "" ? "0 0 m 612 792 l S" : `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
      return [`<< /Type /Page /Parent 2 0 R /Contents ${5 + 2 * index} 0 R >>`, streamOf(content)];
    }),
  ]);
}

/**
 * A PDF of one page with a line of Japanese, in a font that it does not embed and with a character table that we do not
 * have.
 */
export const pdfWithoutItsFont = (): Buffer =>
  assemblePdf([
    CATALOG,
    "<< /Type /Pages /Kids [6 0 R] /Count 1 /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /KozMinPro-Regular /Encoding /UniJIS-UCS2-H /DescendantFonts [4 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /KozMinPro-Regular /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 5 0 R >>",
    "<< /Type /FontDescriptor /FontName /KozMinPro-Regular /Flags 4 /FontBBox [-195 -272 1110 1075] /ItalicAngle 0 /Ascent 1075 /Descent -272 /CapHeight 709 /StemV 80 >>",
    "<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>",
    streamOf("BT /F1 24 Tf 72 700 Td <65E5672C8A9E> Tj ET"),
  ]);

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const streamOf = (content: string): string =>
  `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`;
