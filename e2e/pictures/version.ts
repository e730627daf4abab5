import { readFileSync, writeFileSync } from "node:fs";

/** The version of `package.json` when all pictures were last taken. */
const FILE = "docs/images/version.txt";

const ownVersion = (): string => JSON.parse(readFileSync("package.json", "utf8")).version;

export const recordVersion = (): void => writeFileSync(FILE, `${ownVersion()}\n`);

/** The message about pictures of another version than the released one; null for a version in development. */
export function outdatedPictures(): string | null {
  const version = ownVersion();
  if (version.includes("-dev")) return null;
  const pictured = readPictured();
  return pictured === version ? null : `the pictures are of ${pictured}, not of ${version}: run npm run pictures`;
}

function readPictured(): string {
  try {
    return readFileSync(FILE, "utf8").trim();
  } catch {
    return "an unknown version";
  }
}
