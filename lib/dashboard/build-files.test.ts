import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addFiles, buildFiles, compressFiles } from "./build-files.ts";

const SCRIPT = "self.a = 'ñ';\n".repeat(100);

let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "cotejo-compressed-"));
  mkdirSync(join(root, "static/chunks"), { recursive: true });
  writeFileSync(join(root, "static/chunks/a.js"), SCRIPT);
  writeFileSync(join(root, "static/chunks/a.woff2"), "letters");
  writeFileSync(join(root, "static/chunks/[b].woff2"), "letters");
  await compressFiles(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type HandledRequest = { answered: boolean; url?: string; status: number; headers: object };

/** The request after the changes made before Next sees it. */
function handle(url: string, acceptEncoding?: string): HandledRequest {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  if (acceptEncoding !== undefined) request.headers["accept-encoding"] = acceptEncoding;
  const response = new ServerResponse(request);
  const answered = buildFiles(root)(request, response);
  return { answered, url: request.url, status: response.statusCode, headers: { ...response.getHeaders() } };
}

it("compresses the build's texts without loss, and skips compressed files", () => {
  const copy = readFileSync(join(root, "static/chunks/a.js.br"));
  expect(brotliDecompressSync(copy).toString()).toBe(SCRIPT);
  expect(copy.length).toBeLessThan(100);
  expect(() => readFileSync(join(root, "static/chunks/a.woff2.br"))).toThrow("ENOENT");
});

it.each(["", "?dpl=0123456789abcdef"])(
  "serves the compressed copy to clients that accept brotli, still as a script (%s)",
  (query) => {
    expect(handle(`/_next/static/chunks/a.js${query}`, "gzip, br;q=1, br")).toEqual({
      answered: false,
      url: `/_next/static/chunks/a.js.br${query}`,
      status: 200,
      headers: {
        vary: "accept-encoding",
        "content-encoding": "br",
        "content-type": "application/javascript; charset=UTF-8",
      },
    });
  },
);

it.each([undefined, "gzip, deflate", "br;q=0"])(
  "leaves requests that accept %s to Next, and varies by encoding",
  (accepted) => {
    const url = "/_next/static/chunks/a.js";
    expect(handle(url, accepted)).toEqual({ answered: false, url, status: 200, headers: { vary: "accept-encoding" } });
  },
);

it.each([
  "/_next/static/chunks/a.woff2",
  "/_next/static/chunks/%5Bb%5D.woff2",
  "/chunks/a.js",
  "/_next/image?url=a",
  "/",
])("leaves %s alone", (url) => {
  expect(handle(url, "br")).toEqual({ answered: false, url, status: 200, headers: {} });
});

it.each([
  "/_next/static/chunks/none.js",
  "/_next/static/chunks/none.js?dpl=0123456789abcdef",
  "/_next/static/chunks/../chunks/a.js",
  "/_next/static/chunks/..%2F..%2Fsecret",
  "/_next/static/chunks",
  "/_next/static/",
])("answers 404 without caching for %s", (url) => {
  expect(handle(url, "br")).toMatchObject({ answered: true, status: 404 });
});

it("serves the files of another build beside its own, and its own where both have one", async () => {
  const other = join(root, "other");
  mkdirSync(join(other, "static/media"), { recursive: true });
  for (const name of ["media/b.css", "both.js"]) writeFileSync(join(other, "static", name), "theirs");
  writeFileSync(join(root, "static/both.js"), "ours");
  addFiles(root, other, ["media/b.css", "both.js"]);
  expect(handle("/_next/static/media/b.css")).toMatchObject({ answered: false, status: 200 });
  expect(readFileSync(join(root, "static/both.js"), "utf8")).toBe("ours");
});
