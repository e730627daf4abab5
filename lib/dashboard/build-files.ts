import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

/** The path of the build's files for browsers. */
export const BUILD_FILES = "/_next/static/";
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};
const COMPRESSED_SUFFIX = ".br";

const folderOf = (build: string): string => join(build, "static");

/** Names of the build's files below their folder. */
export const filesOf = (build: string): string[] =>
  readdirSync(folderOf(build), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folderOf(build).length + 1));

/**
 * Writes a compressed copy beside each text of the build, once: brotli at its best level takes too long for an answer, and
 * is a seventh smaller than the gzip that Next makes again for each answer.
 */
export async function compressFiles(build: string): Promise<void> {
  const compress = promisify(brotliCompress);
  await Promise.all(
    filesOf(build)
      .filter((name) => extname(name) in TYPES)
      .map(async (name) => {
        const path = join(folderOf(build), name);
        await writeFile(`${path}${COMPRESSED_SUFFIX}`, await compress(await readFile(path)));
      }),
  );
}

/**
 * Adds files of an earlier build under names that this build lacks; a name contains the content's hash. Open tabs load
 * dialogs and parts of pages on demand, and need the files of their own build.
 */
export function addFiles(build: string, from: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folderOf(build), name);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(folderOf(from), name), path);
  }
}

/**
 * Returns a function that handles a request before Next and returns whether it has answered: a file missing from this
 * build, which tabs of another build request with or without a session. If the browser accepts the compressed copy of a
 * file, Next answers with the copy.
 */
export function buildFiles(build: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = new Set(filesOf(build));
  return (request, response) => {
    const { url = "", headers } = request;
    if (!url.startsWith(BUILD_FILES)) return false;
    const [path = "", query] = url.split(/(?=\?)/, 2);
    const name = decodeURIComponent(path.slice(BUILD_FILES.length));
    if (!files.has(name)) {
      answerMissing(response);
      return true;
    }
    const type = TYPES[extname(name)];
    if (!type || !files.has(`${name}${COMPRESSED_SUFFIX}`)) return false;
    response.setHeader("vary", "accept-encoding");
    if (!String(headers["accept-encoding"]).split(/, */).includes("br")) return false;
    request.url = `${path}${COMPRESSED_SUFFIX}${query ?? ""}`;
    response.setHeader("content-encoding", "br");
    response.setHeader("content-type", type);
    return false;
  };
}

/** Not cached: with instances of two builds side by side, the next one may have the file. */
function answerMissing(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain; charset=UTF-8", "cache-control": "no-store" });
  response.end("Not found.\n");
}
