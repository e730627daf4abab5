/**
 * The files of the folder `public`, by their addresses. They hold no data, and browsers request them where nobody is signed
 * in. The build bundles this list for `proxy.ts`, which cannot read the folder; a test compares both.
 */
export const PUBLIC_FILES: ReadonlySet<string> = new Set([
  "/apple-touch-icon.png",
  "/favicon.ico",
  "/icon-192.png",
  "/icon-512.png",
  "/icon-maskable-512.png",
  "/icon.svg",
  "/manifest.webmanifest",
  "/robots.txt",
]);

/** File names without a version: browsers revalidate after an hour, by the `ETag`. */
export const PUBLIC_FILES_CACHE = "public, max-age=3600";
