import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { filesOf } from "./tree.ts";

const line = (file: string, name: string): string =>
  `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${name}\n`;

/** `SHA256SUMS` of a tree, for `sha256sum --check`. */
export function writeDigests(tree: string): void {
  const lines = filesOf(tree)
    .sort()
    .map((file) => line(file, relative(tree, file)));
  writeFileSync(join(tree, "SHA256SUMS"), lines.join(""));
}

/** The digest of an archive beside it. */
export function writeDigest(archive: string): void {
  writeFileSync(`${archive}.sha256`, line(archive, basename(archive)));
}
