import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { onSessionChange, sessionEndedAt } from "#lib/platform/browser/signed-out.ts";

/** The end of this page's session (ms); null while signed in. */
export const useSessionEndedAt = (): number | null => useSyncExternalStore(onSessionChange, sessionEndedAt, () => null);

/** Calls `drop` after the end of the session, to discard values that may be shown only once. */
export function useDropWhenSignedOut(drop: () => void): void {
  const signedOut = useSessionEndedAt() !== null;
  const run = useEffectEvent(drop);
  useEffect(() => {
    if (signedOut) run();
  }, [signedOut]);
}
