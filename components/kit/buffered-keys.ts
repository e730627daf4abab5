/** A shortcut pressed while its page was loading, and the keys after it. */
export type BufferedKeys = {
  /** Characters in the order of typing; Enter is a line feed. */
  keys: readonly string[];
  /** A key was pressed that cannot be replayed: later keys are dropped. */
  sealed: boolean;
};

export type PressedKey = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey"> & { altGraph: boolean };

/** More keys than a user types while a page loads. */
const MAX_KEYS = 500;

/** Keys left to the browser and the system. */
const LEFT_KEYS = /^(F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Dead|Process|Unidentified|Media.*|Audio.*)$/;

export const bufferFrom = (...keys: string[]): BufferedKeys => ({ keys, sealed: false });

/** `passes`: the key is not buffered; else the new buffer, null if the key cancels it. */
export function bufferKey(held: BufferedKeys, { key, altKey, ctrlKey, metaKey, altGraph }: PressedKey) {
  if (LEFT_KEYS.test(key)) return "passes";
  const combined = !altGraph && (altKey || ctrlKey || metaKey);
  if (combined && key === "Enter") return { ...held, sealed: true };
  if (combined && altKey) return null;
  if (combined) return "passes";
  if (key === "Escape") return null;
  if (held.sealed) return held;
  if (key === "Backspace") {
    // Without its shortcut the buffer has no target.
    const keys = held.keys.slice(0, -1);
    return keys.length === 0 ? null : { ...held, keys };
  }
  const character = key === "Enter" ? "\n" : key;
  const isKept = [...character].length === 1 && held.keys.length < MAX_KEYS;
  return isKept ? { ...held, keys: [...held.keys, character] } : { ...held, sealed: true };
}

/** The text of the keys for a field; in a single-line field it ends at Enter. */
export function textOf(keys: readonly string[], lines: boolean): string {
  const text = keys.join("");
  return lines ? text : (text.split("\n")[0] ?? "");
}
