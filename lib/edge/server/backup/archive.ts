import { createHash, type Hash, hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import yauzl from "yauzl";
import yazl from "yazl";
import { z } from "zod";
import { type FileSignature, type MasterKeys, signForFile } from "#lib/core/server/vault/vault.ts";

/*
 * A backup is a ZIP archive: an entry for each table, in the text format of PostgreSQL's COPY, compressed by zstd; and
 * `manifest.json`, written last. The archive's comment is the SHA-256 of the manifest, which has the digests of the tables.
 * `signature.json` has the manifest's HMAC, which nobody without the master secret can compute for a changed backup.
 */

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const table = z.object({
  schema: name,
  name,
  columns: z.array(name).min(1).max(500),
  rows: z.number().int().min(0),
  /** Digest of the text from COPY, before compression. */
  sha256,
});

const migration = z.object({ name: z.string().regex(/^\d{4}_[a-z0-9_]+$/), digest: sha256, contracts: z.boolean() });

const manifest = z.object({
  format: z.literal(1),
  version: z.string().max(50),
  /** A moment before the snapshot, by the database's clock: ISO 8601. */
  taken_at: z.iso.datetime({ offset: true }),
  /** Names of the master secrets that encrypt values in the tables. */
  masters: z.array(z.string().max(64)).max(100),
  schemas: z.array(z.object({ schema: name, migrations: z.array(migration).max(10_000) })).max(10),
  tables: z.array(table).max(1_000),
  sequences: z
    .array(
      z.object({ schema: name, table: name, column: name, value: z.string().regex(/^\d{1,19}$/), called: z.boolean() }),
    )
    .max(1_000),
});

export type Manifest = z.output<typeof manifest>;
export type TableOfBackup = z.output<typeof table>;

/** The file is no whole backup of this or an earlier version. Nothing was written; the message has the cause. */
export class BackupError extends Error {
  override name = "BackupError";
}

const signature = z.object({ master: z.string().max(64), hmac: sha256 });

const MANIFEST = "manifest.json";
const MANIFEST_BYTES = 8 * 1024 * 1024;
const SIGNATURE = "signature.json";
const SIGNATURE_BYTES = 1024;
/** The file holds personal data: only its owner may read it. */
const FILE_MODE = 0o600;

const entryOf = (table: Pick<TableOfBackup, "schema" | "name">) => `tables/${table.schema}.${table.name}.copy.zst`;

export type ArchiveWriter = ReturnType<typeof createArchive>;

/** Creates an archive at a free path. Constant memory: each stream waits for the previous one. */
export function createArchive(path: string) {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const written = pipeline(output, createWriteStream(path, { flags: "wx", mode: FILE_MODE, flush: true }));
  // Callers of `add` and `end` get its failure.
  written.catch(() => undefined);
  zip.on("error", (error: Error) => output.destroy(error));
  return {
    /** Adds a table from its COPY text; resolves to the digest when the text has been read to its end. */
    async add(table: Pick<TableOfBackup, "schema" | "name">, text: Readable): Promise<string> {
      const { stream, digest } = digesting();
      const packed = createZstdCompress();
      zip.addReadStreamLazy(entryOf(table), { compress: false, mode: 0o100600 }, (give) => give(null, packed));
      const failed = written.then(() => undefined);
      await Promise.race([pipeline(text, stream, packed), failed]);
      return digest();
    },
    /**
     * Writes the manifest, signed under the first master secret if there is one; resolves to the size of the file in bytes
     * when all is on disk.
     */
    async end(content: Manifest, masters: MasterKeys): Promise<number> {
      const text = Buffer.from(JSON.stringify(manifest.parse(content), null, 1));
      const signed = signForFile(text, masters);
      if (signed) zip.addBuffer(Buffer.from(JSON.stringify(signed)), SIGNATURE, { mode: 0o100600 });
      zip.addBuffer(text, MANIFEST, { mode: 0o100600 });
      zip.end({ forceZip64Format: false, comment: hash("sha256", text) });
      await written;
      await syncFolder(path);
      return (await stat(path)).size;
    },
    /** Stops writing; the incomplete file stays. */
    async abort(): Promise<void> {
      output.destroy(new Error("aborted"));
      await written.catch(() => undefined);
    },
  };
}

/** Flushes the folder to disk, which holds the file's name. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(dirname(path));
  await folder.sync();
}

function digesting(): { stream: Transform; digest: () => string } {
  const hash: Hash = createHash("sha256");
  const stream = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest("hex") };
}

export type ArchiveReader = Awaited<ReturnType<typeof openArchive>>;

/** Opens an archive and reads its manifest. Throws BackupError for a file that is damaged, cut, or no backup. */
export async function openArchive(path: string) {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch((error: NodeJS.ErrnoException) => {
    throw error.code ? error : new BackupError("the file is damaged, cut, or no backup of Cotejo");
  });
  try {
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const text = await readManifest(zip, entries);
    return {
      manifest: parseManifest(text),
      /** The text of the manifest, as it was signed. */
      text,
      /** Null if the backup is not signed, as before 0.5. */
      signature: await readSignature(zip, entries.get(SIGNATURE)),
      /** The COPY text of a table. The stream fails with BackupError at its end if it does not match the manifest. */
      async read(table: TableOfBackup): Promise<Readable> {
        const entry = entries.get(entryOf(table));
        if (!entry) throw new BackupError(`the file is damaged: ${table.name} is missing`);
        return checked(await zip.openReadStreamPromise(entry), table);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof BackupError ? error : damaged(error);
  }
}

const damaged = (error: unknown) => new BackupError("the file is damaged or cut", { cause: error });

async function readManifest(zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>): Promise<Buffer> {
  const entry = entries.get(MANIFEST);
  if (!entry || entry.uncompressedSize > MANIFEST_BYTES) throw new BackupError("the file is no backup of Cotejo");
  const text = await buffer(await zip.openReadStreamPromise(entry));
  if (hash("sha256", text) !== zip.comment) throw new BackupError("the file is damaged");
  return text;
}

async function readSignature(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<FileSignature | null> {
  if (!entry) return null;
  if (entry.uncompressedSize > SIGNATURE_BYTES) throw new BackupError("the file is damaged");
  return signature.parse(JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString("utf8")));
}

function parseManifest(text: Buffer): Manifest {
  const content: unknown = JSON.parse(text.toString("utf8"));
  if (z.object({ format: z.number().int().min(2) }).safeParse(content).success) {
    throw new BackupError("the file is of a newer version: restore it with that version, or a later one");
  }
  return manifest.parse(content);
}

/** Decompresses a table; the returned stream fails with the error of any part. Its consumer has to read it to the end. */
function checked(packed: Readable, { name: table, sha256: expected }: TableOfBackup): Readable {
  const { stream, digest } = digesting();
  stream._flush = (done) => done(digest() === expected ? null : new BackupError(`the file is damaged: ${table}`));
  pipeline(packed, createZstdDecompress(), stream).catch(() => undefined);
  return stream;
}

/** Reads a whole backup and compares it with its digests. Throws BackupError if a digest differs. */
export async function verifyArchive(path: string, signal?: AbortSignal): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    for (const table of archive.manifest.tables) {
      signal?.throwIfAborted();
      try {
        for await (const _ of await archive.read(table)) signal?.throwIfAborted();
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof BackupError ? error : damaged(error);
      }
    }
    return archive.manifest;
  } finally {
    archive.close();
  }
}
