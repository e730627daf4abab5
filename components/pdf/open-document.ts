import type { PDFDocumentProxy } from "pdfjs-dist";
import { ApiError, call } from "#lib/browser/api.ts";
import { StandardData } from "./standard-data.ts";

/** A PDF that is open: whatever becomes of its address, all of it is here. */
export type OpenPdf = { document: PDFDocumentProxy; file: Blob; close(): void };

/** Why a PDF cannot be shown, as a word of `curp-file.why`; `file` where there are bytes that can be kept all the same. */
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
 * Fetches the whole file, once, and opens it. The library, its worker and all that it may ask for come from our own
 * origin, beside the file. Throws PdfFailure.
 */
export async function openPdf(address: string, signal: AbortSignal): Promise<OpenPdf> {
  const library = loadLibrary().catch(() => {
    throw new PdfFailure("OFFLINE");
  });
  // Whoever waits for the file first is told of the library's failure later.
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
    const response = await call(address, { signal });
    return await response.blob().catch(() => {
      throw new PdfFailure("BROKEN_OFF");
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ApiError ? new PdfFailure(error.code) : error;
  }
}

/** The build for older browsers too: the other asks for what came to them this year. */
async function loadLibrary() {
  const pdfjs = await import("pdfjs-dist/legacy/build/pdf.mjs");
  pdfjs.GlobalWorkerOptions.workerSrc = new URL(
    "pdfjs-dist/legacy/build/pdf.worker.min.mjs",
    import.meta.url,
  ).toString();
  return pdfjs;
}
