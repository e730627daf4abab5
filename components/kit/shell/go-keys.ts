import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isPageKey } from "#components/kit/page-keys.ts";
import { singleKeysWanted } from "#lib/platform/browser/preferences.ts";
import type { Role } from "#lib/platform/manifest.ts";
import { destinationsOf } from "./navigation.tsx";

/** Time for the letter after `g`. */
const WAIT_MS = 3_000;

/** `g` and then the letter of a page opens the page, if the role may use it. */
export function useGoKeys(role: Role, sandbox: boolean): void {
  const router = useRouter();
  useEffect(() => {
    const pages = destinationsOf(role, sandbox);
    let until = 0;
    const listen = (event: KeyboardEvent) => {
      const { key } = event;
      // Modifiers do not end the pair.
      if (["Shift", "Alt", "Control", "Meta"].includes(key)) return;
      const waits = Date.now() < until;
      until = 0;
      if (event.altKey || !isPageKey(event, singleKeysWanted())) return;
      if (!waits) {
        if (key === "g") until = Date.now() + WAIT_MS;
        return;
      }
      if (key.length !== 1) return;
      // The letter is never a shortcut of the page, even if no page has it.
      event.preventDefault();
      event.stopImmediatePropagation();
      const page = pages.find(({ letter }) => letter === key);
      if (page) router.push(page.href);
    };
    // Before the shortcuts of the page.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [role, sandbox, router]);
}
