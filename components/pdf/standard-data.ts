/*
 * What a PDF may ask its reader for: the fourteen fonts that need not be in the file, and decoders of pictures. All of it
 * is served from our own origin, and only when a file asks for it. Whoever reads it sees the same letters on every machine.
 */
const ADDRESSES: Record<string, URL> = {
  "FoxitDingbats.pfb": new URL("pdfjs-dist/standard_fonts/FoxitDingbats.pfb", import.meta.url),
  "FoxitFixed.pfb": new URL("pdfjs-dist/standard_fonts/FoxitFixed.pfb", import.meta.url),
  "FoxitFixedBold.pfb": new URL("pdfjs-dist/standard_fonts/FoxitFixedBold.pfb", import.meta.url),
  "FoxitFixedBoldItalic.pfb": new URL("pdfjs-dist/standard_fonts/FoxitFixedBoldItalic.pfb", import.meta.url),
  "FoxitFixedItalic.pfb": new URL("pdfjs-dist/standard_fonts/FoxitFixedItalic.pfb", import.meta.url),
  "FoxitSerif.pfb": new URL("pdfjs-dist/standard_fonts/FoxitSerif.pfb", import.meta.url),
  "FoxitSerifBold.pfb": new URL("pdfjs-dist/standard_fonts/FoxitSerifBold.pfb", import.meta.url),
  "FoxitSerifBoldItalic.pfb": new URL("pdfjs-dist/standard_fonts/FoxitSerifBoldItalic.pfb", import.meta.url),
  "FoxitSerifItalic.pfb": new URL("pdfjs-dist/standard_fonts/FoxitSerifItalic.pfb", import.meta.url),
  "FoxitSymbol.pfb": new URL("pdfjs-dist/standard_fonts/FoxitSymbol.pfb", import.meta.url),
  "LiberationSans-Regular.ttf": new URL("pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf", import.meta.url),
  "LiberationSans-Bold.ttf": new URL("pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf", import.meta.url),
  "LiberationSans-BoldItalic.ttf": new URL("pdfjs-dist/standard_fonts/LiberationSans-BoldItalic.ttf", import.meta.url),
  "LiberationSans-Italic.ttf": new URL("pdfjs-dist/standard_fonts/LiberationSans-Italic.ttf", import.meta.url),
  "jbig2.wasm": new URL("pdfjs-dist/wasm/jbig2.wasm", import.meta.url),
  "openjpeg.wasm": new URL("pdfjs-dist/wasm/openjpeg.wasm", import.meta.url),
};

/** Where pdf.js gets it from, by the name that it knows it by. Tables for Chinese, Japanese and Korean are not offered. */
export class StandardData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = ADDRESSES[filename];
    if (!address) throw new Error(`there is no ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename} was not served`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
