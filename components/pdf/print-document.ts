import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

const DOTS_PER_INCH = 150;
const POINTS_PER_INCH = 72;

/** Draws every page, hands them to the printer and cleans up after it; the page that it stands in is not printed. */
export async function printDocument(pdf: PDFDocumentProxy): Promise<void> {
  const sheets = document.createElement("div");
  sheets.className = "pdf-print";
  const addresses: string[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const image = new Image();
      image.alt = "";
      image.src = URL.createObjectURL(await drawn(await pdf.getPage(number)));
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

async function drawn(page: PDFPageProxy): Promise<Blob> {
  const viewport = page.getViewport({ scale: DOTS_PER_INCH / POINTS_PER_INCH });
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: "print" }).promise;
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the page could not be drawn"))));
  });
}
