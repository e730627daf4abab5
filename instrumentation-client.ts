import { listenForPalette } from "#components/kit/shell/palette-key.ts";

/*
 * Runs before the pages' own code. The policy requires Trusted Types (`lib/platform/server/http/security-headers.ts`), which neither
 * Next's loader nor React creates: this default policy checks each text that they pass to the DOM.
 */

/** Next's loader, React and the PDF viewer load only files of the build. */
function fileOfTheBuild(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === location.origin && pathname.startsWith("/_next/static/")) return address;
  throw new TypeError("Only files of the build are loaded as scripts.");
}

/** React makes script elements from this text; the function above checks their `src`. */
function emptyScript(html: string): string {
  if (html === "<script></script>") return html;
  throw new TypeError("Nothing is made from HTML.");
}

type TrustedTypes = {
  defaultPolicy: object | null;
  createPolicy(
    name: "default",
    rules: { createScriptURL(text: string): string; createHTML(text: string): string },
  ): void;
};

// Browsers without Trusted Types lack this object; hot reload runs this code again.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
if (trustedTypes && !trustedTypes.defaultPolicy) {
  trustedTypes.createPolicy("default", { createScriptURL: fileOfTheBuild, createHTML: emptyScript });
}

// zod would compile functions from text, and first tests whether it may: the policy blocks and reports the test.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

listenForPalette();
