import { outdatedPictures } from "#e2e/pictures/version.ts";

/** Checks that the pictures of a release were taken of it. Part of `npm run lint`. */

const message = outdatedPictures();
if (message !== null) {
  process.stderr.write(`docs/images: ${message}\n`);
  process.exitCode = 1;
}
