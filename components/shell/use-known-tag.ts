"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { verificationOptions } from "#lib/browser/verifications.ts";

/**
 * The tag of a verification that the page has, or null. It looks on and asks for nothing: an observer would put an empty
 * query in the cache before the page brings its own, and the page would then be drawn without what the server knows.
 */
export function useKnownTag(verificationId: string): string | null {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  const known = () => client.getQueryData(verificationOptions(verificationId).queryKey)?.verification.tag ?? null;
  return useSyncExternalStore(subscribe, known, () => null);
}
