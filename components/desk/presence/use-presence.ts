import { useEffect, useSyncExternalStore } from "react";
import { colleaguesAt, sayPresence, subscribeToPresence } from "#lib/core/browser/presence.ts";
import { type Colleague, PRESENCE_EVERY_MS } from "#lib/core/contract/verifications/presence.ts";

/** Reports that the reader has a file open: repeatedly while the page is visible, and once when the page is left. */
export function usePresence(verification_id: string, deciding: boolean): void {
  useEffect(() => {
    const say = () => {
      if (document.visibilityState === "visible") sayPresence(verification_id, deciding ? "deciding" : "open");
    };
    // Deferred until the file is drawn, and until the report of leaving the previous file is sent.
    const soon = setTimeout(say);
    const timer = setInterval(say, PRESENCE_EVERY_MS);
    document.addEventListener("visibilitychange", say);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", say);
    };
  }, [verification_id, deciding]);
  useEffect(() => {
    const leave = () => sayPresence(verification_id, "left");
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      setTimeout(leave);
    };
  }, [verification_id]);
}

const nobody: readonly Colleague[] = [];

export const useColleagues = (verification_id: string): readonly Colleague[] =>
  useSyncExternalStore(
    subscribeToPresence,
    () => colleaguesAt(verification_id),
    () => nobody,
  );
