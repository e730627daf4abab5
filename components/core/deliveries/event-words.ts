import { useWords } from "#components/kit/words.tsx";

/** The name of an event; null for an event outside the interface. */
export function useEventWords(): (name: string | null) => string | null {
  const words = useWords("eventName");
  // Message keys have no dots: a dot separates nested keys.
  return (name) => (name === null ? null : words(name.replaceAll(".", "_")));
}
