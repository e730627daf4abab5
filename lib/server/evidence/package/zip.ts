import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { PackageFile } from "./manifest.ts";

/** The bytes of a ZIP archive of these files, of which one is in memory at a time. */
export async function* zipOf(files: AsyncIterable<PackageFile>): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  const fill = async () => {
    for await (const { name, content } of files) {
      if (output.destroyed) return;
      current = Readable.from(content.length > 0 ? [content] : [], { objectMode: false });
      zip.addReadStream(current, name);
      await finished(current);
    }
    zip.end();
  };
  const filled = fill().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    yield* output;
    await filled;
  } finally {
    output.destroy();
    (current as Readable | null)?.destroy();
  }
}
