import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compressFiles, preferCompressed } from "./compressed-files.ts";

const SCRIPT = "self.a = 'ñ';\n".repeat(100);

let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "cotejo-compressed-"));
  mkdirSync(join(root, ".next/static/chunks"), { recursive: true });
  writeFileSync(join(root, ".next/static/chunks/a.js"), SCRIPT);
  writeFileSync(join(root, ".next/static/chunks/a.woff2"), "letters");
  await compressFiles(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Where Next is sent to for a request, and the headers that the answer has already. */
function sentTo(url: string, acceptEncoding?: string) {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  if (acceptEncoding !== undefined) request.headers["accept-encoding"] = acceptEncoding;
  const response = new ServerResponse(request);
  preferCompressed(root)(request, response);
  return [request.url, response.getHeaders()];
}

it("compresses texts of the build without loss, and nothing that is compressed already", () => {
  const copy = readFileSync(join(root, ".next/static/chunks/a.js.br"));
  expect(brotliDecompressSync(copy).toString()).toBe(SCRIPT);
  expect(copy.length).toBeLessThan(100);
  expect(() => readFileSync(join(root, ".next/static/chunks/a.woff2.br"))).toThrow("ENOENT");
});

it("sends who takes brotli to the copy, which is still a script", () => {
  expect(sentTo("/_next/static/chunks/a.js", "gzip, br;q=1, br")).toEqual([
    "/_next/static/chunks/a.js.br",
    { vary: "accept-encoding", "content-encoding": "br", "content-type": "application/javascript; charset=UTF-8" },
  ]);
});

it.each([undefined, "gzip, deflate", "br;q=0"])(
  "leaves who accepts %s to Next, and says that others get something else",
  (accepted) => {
    expect(sentTo("/_next/static/chunks/a.js", accepted)).toEqual([
      "/_next/static/chunks/a.js",
      { vary: "accept-encoding" },
    ]);
  },
);

it.each([
  "/_next/static/chunks/none.js",
  "/_next/static/chunks/a.woff2",
  "/_next/static/chunks/../chunks/a.js",
  "/_next/static/chunks/a.js?b",
  "/chunks/a.js",
  "/",
])("leaves %s alone", (url) => {
  expect(sentTo(url, "br")).toEqual([url, {}]);
});
