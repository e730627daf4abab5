import decodeQR from "qr/decode.js";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { QrCode } from "./enrol-form.tsx";

const SCALE = 4;

/** The image of a camera: each module of the drawn path as a square of pixels. */
function pixelsOf(svg: string): { width: number; height: number; data: Uint8Array } {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const size = modules * SCALE;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(run)) * SCALE; column++)
        data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
  }
  return { width: size, height: size, data };
}

it("is decoded by a camera to its address, with the white margin that readers need", () => {
  const text =
    "otpauth://totp/Cotejo%20dashboard.example.mx:ana%40example.mx?secret=LMTMWDFJ7UQFAD4JVL2WQPXEPIPYPCDL&issuer=Cotejo";
  const svg = renderToStaticMarkup(createElement(QrCode, { text, label: "QR" }));
  expect(decodeQR(pixelsOf(svg))).toBe(text);
  expect(svg).not.toMatch(/style=/);
  expect(Math.min(...[...svg.matchAll(/M(\d+) (\d+)h/g)].flatMap(([, x, y]) => [Number(x), Number(y)]))).toBe(4);
});
