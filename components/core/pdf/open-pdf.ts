import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { ApiError, fetched } from "#lib/platform/browser/api.ts";

/** An open PDF. The whole file is in memory, so its address may expire. */
export type OpenPdf = { document: PDFDocumentProxy; file: Blob; close(): void };

/** Why a PDF cannot be shown, as a key of `curp-file.why`. `file` has the bytes if they arrived, so that they can be saved. */
export class PdfFailure extends Error {
  override name = "PdfFailure";
  readonly code: string;
  readonly file: Blob | null;

  constructor(code: string, file: Blob | null = null) {
    super(`the PDF cannot be shown: ${code}`);
    this.code = code;
    this.file = file;
  }
}

/**
 * Fetches the whole file, once, and opens it. The library and its assets come from our own origin. Throws PdfFailure.
 */
export async function openPdf(address: string, signal: AbortSignal): Promise<OpenPdf> {
  const library = loadLibrary().catch(() => {
    throw new PdfFailure("OFFLINE");
  });
  // The library may fail while the file is loading; its error is thrown later.
  library.catch(() => undefined);
  const file = await fetchWhole(address, signal);
  const pdfjs = await library;
  const task = pdfjs.getDocument({
    data: await file.arrayBuffer(),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    BinaryDataFactory: StandardData,
    useWorkerFetch: false,
    useSystemFonts: false,
  });
  try {
    const document = await task.promise;
    return { document, file, close: () => void task.destroy() };
  } catch (error) {
    void task.destroy();
    throw new PdfFailure(error instanceof pdfjs.PasswordException ? "LOCKED" : "DAMAGED", file);
  }
}

async function fetchWhole(address: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetched(address, { signal });
    return await response.blob().catch(() => {
      throw new PdfFailure("BROKEN_OFF");
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ApiError ? new PdfFailure(error.code) : error;
  }
}

/** The legacy build: the modern build needs browser features that are less than a year old. */
async function loadLibrary() {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  pdfjs.GlobalWorkerOptions.workerSrc = new URL(
    "pdfjs-dist/legacy/build/pdf.worker.min.mjs",
    import.meta.url,
  ).toString();
  return pdfjs;
}

const DOTS_PER_INCH = 150;
const POINTS_PER_INCH = 72;

/** Prints the document's pages as images, without the dashboard's page around them (`pdf.css`). */
export async function printDocument(pdf: PDFDocumentProxy): Promise<void> {
  const sheets = document.createElement("div");
  sheets.className = "pdf-print";
  const addresses: string[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const image = new Image();
      image.alt = "";
      image.src = URL.createObjectURL(await pageImage(await pdf.getPage(number)));
      addresses.push(image.src);
      await image.decode();
      sheets.append(image);
    }
    document.body.append(sheets);
    await new Promise((resolve) => {
      window.addEventListener("afterprint", resolve, { once: true });
      window.print();
    });
  } finally {
    sheets.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}

async function pageImage(page: PDFPageProxy): Promise<Blob> {
  const viewport = page.getViewport({ scale: DOTS_PER_INCH / POINTS_PER_INCH });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: "print" }).promise;
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the page could not be drawn"))));
  });
}

/** Files that a PDF expects from its viewer: the fourteen standard fonts, the same on every machine, and image decoders. */
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

/** Loads these files for pdf.js, by its own file names, when a PDF needs them. No Chinese, Japanese and Korean tables. */
class StandardData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = ADDRESSES[filename];
    if (!address) throw new Error(`there is no ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename} was not served`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
