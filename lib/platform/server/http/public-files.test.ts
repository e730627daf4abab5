import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PUBLIC_FILES } from "./public-files.ts";

const folder = new URL("../../../../public/", import.meta.url);

const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);

it("the list has every file of the folder, and no other", () => {
  expect(names.map((name) => `/${name}`).toSorted()).toEqual([...PUBLIC_FILES].toSorted());
});

it("every icon of the manifest exists, with its stated size", () => {
  const manifest = JSON.parse(readFileSync(new URL("manifest.webmanifest", folder), "utf8"));
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain("maskable");
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const bytes = readFileSync(new URL(`.${src}`, folder));
    // The header of a PNG has its width and height.
    if (src.endsWith(".png")) expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    else expect([sizes, bytes.toString()]).toEqual(["any", expect.stringContaining("<svg ")]);
  }
});

it("robots are excluded", () => {
  expect(readFileSync(new URL("robots.txt", folder), "utf8")).toBe("User-agent: *\nDisallow: /\n");
});
