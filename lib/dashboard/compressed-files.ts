import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

/** Where the build's files are found, by address and below the project's folder. */
export const BUILD_FILES = "/_next/static/";
const FOLDER = join(".next", "static");
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};
const ENDING = ".br";

/** Names of the build's files below its folder; none where nothing is built. */
const filesOf = (root: string): string[] =>
  existsSync(join(root, FOLDER)) ? readdirSync(join(root, FOLDER), { recursive: true, encoding: "utf8" }) : [];

/**
 * Writes a compressed copy beside each text of the build, once: brotli's best takes too long for an answer, and is a
 * seventh smaller than the gzip that Next makes anew for each.
 */
export async function compressFiles(root: string): Promise<void> {
  const compress = promisify(brotliCompress);
  await Promise.all(
    filesOf(root)
      .filter((name) => extname(name) in TYPES)
      .map(async (name) => {
        const path = join(root, FOLDER, name);
        await writeFile(`${path}${ENDING}`, await compress(await readFile(path)));
      }),
  );
}

/** A function that has Next answer with the compressed copy of a file of the build, where there is one and the browser takes it. */
export function preferCompressed(root: string): (request: IncomingMessage, response: ServerResponse) => void {
  const names = filesOf(root).filter((name) => name.endsWith(ENDING));
  const copies = new Set(names.map((name) => `${BUILD_FILES}${name}`));
  return (request, response) => {
    const { url = "", headers } = request;
    const type = TYPES[extname(url)];
    if (!type || !copies.has(`${url}${ENDING}`)) return;
    response.setHeader("vary", "accept-encoding");
    if (!String(headers["accept-encoding"]).split(/, */).includes("br")) return;
    request.url = `${url}${ENDING}`;
    response.setHeader("content-encoding", "br");
    response.setHeader("content-type", type);
  };
}
