import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { onSessionChange, sessionEndedAt } from "#lib/browser/signed-out.ts";

/** Since when the session of this page is over (ms); null while signed in. */
export const useSessionEndedAt = (): number | null => useSyncExternalStore(onSessionChange, sessionEndedAt, () => null);

/** Calls `drop` once the session has ended: for what was shown to its owner alone, and never again. */
export function useDropWhenSignedOut(drop: () => void): void {
  const signedOut = useSessionEndedAt() !== null;
  const run = useEffectEvent(drop);
  useEffect(() => {
    if (signedOut) run();
  }, [signedOut]);
}
