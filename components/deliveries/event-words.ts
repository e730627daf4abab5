"use client";

import { useWords } from "#components/page/words.tsx";

/** The name of an event; null for one that the interface does not name. */
export function useEventWords(): (name: string | null) => string | null {
  const words = useWords("eventName");
  // A dot would be taken for a path of keys.
  return (name) => (name === null ? null : words(name.replaceAll(".", "_")));
}
