import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

/** Where browsers find the files of the build. */
export const BUILD_FILES = "/_next/static/";
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};
const ENDING = ".br";

const folderOf = (build: string): string => join(build, "static");

/** Names of the build's files below their folder. */
export const filesOf = (build: string): string[] =>
  readdirSync(folderOf(build), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folderOf(build).length + 1));

/**
 * Writes a compressed copy beside each text of the build, once: brotli's best takes too long for an answer, and is a
 * seventh smaller than the gzip that Next makes anew for each.
 */
export async function compressFiles(build: string): Promise<void> {
  const compress = promisify(brotliCompress);
  await Promise.all(
    filesOf(build)
      .filter((name) => extname(name) in TYPES)
      .map(async (name) => {
        const path = join(folderOf(build), name);
        await writeFile(`${path}${ENDING}`, await compress(await readFile(path)));
      }),
  );
}

/**
 * Adds files of a build that this one comes after, where it has none of the name, which says what is in them: a tab that is
 * still open loads a dialog, or the rest of a page, when it is needed, and must get what belongs to the rest that it has.
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
 * A function that looks at a request before Next does, and returns whether it has answered it: that a file is not of this
 * build, which tabs of another one ask for, whoever they are. Where there is a compressed copy of the file and the
 * browser takes it, Next answers with that.
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
    if (!type || !files.has(`${name}${ENDING}`)) return false;
    response.setHeader("vary", "accept-encoding");
    if (!String(headers["accept-encoding"]).split(/, */).includes("br")) return false;
    request.url = `${path}${ENDING}${query ?? ""}`;
    response.setHeader("content-encoding", "br");
    response.setHeader("content-type", type);
    return false;
  };
}

/** Not kept by anybody: where instances of two builds run side by side, the next one asked may have the file. */
function answerMissing(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain; charset=UTF-8", "cache-control": "no-store" });
  response.end("Not found.\n");
}
