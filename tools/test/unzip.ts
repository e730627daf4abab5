import { inflateRawSync } from "node:zlib";

/** The files of a ZIP by its central directory, inflated. */
export function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(zip.length - 6);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset, index) =>
      index === 0 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + size);
    const isStored = zip.readUInt16LE(at + 10) === 0;
    files.set(zip.subarray(at + 46, at + 46 + name).toString(), (isStored ? bytes : inflateRawSync(bytes)).toString());
    at += 46 + name + extra + comment;
  }
  return files;
}
