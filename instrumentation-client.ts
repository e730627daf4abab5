import { listenForPalette } from "#components/shell/palette-key.ts";

/*
 * Runs before the pages' own code. The policy demands Trusted Types (`lib/server/http/security-headers.ts`), which neither
 * Next's loader nor React makes: what they hand to the DOM as text passes through here, and nothing else does.
 */

/** Next's loader and React ask for files of the build; the PDF viewer's worker is one too. */
function fileOfTheBuild(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === location.origin && pathname.startsWith("/_next/static/")) return address;
  throw new TypeError("Only files of the build are loaded as scripts.");
}

/** React makes script elements from this text, whose `src` passes through the function above. */
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

// Browsers without Trusted Types have no such object; hot reload evaluates this again.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
if (trustedTypes && !trustedTypes.defaultPolicy) {
  trustedTypes.createPolicy("default", { createScriptURL: fileOfTheBuild, createHTML: emptyScript });
}

// zod would make functions of text for its objects, and tries first whether it may: the policy refuses that, and says so.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

listenForPalette();
