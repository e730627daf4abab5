type Key = Pick<KeyboardEvent, "code" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "defaultPrevented"> & {
  target: unknown;
};

const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], dialog[open]";

/**
 * Which way a key leads: Alt+J to the next file, Alt+K to the previous one. With Alt, since a key of one letter alone
 * would be pressed by whoever speaks to the computer (WCAG 2.1.4); by its place on the keyboard, since Alt changes the
 * letter on some. Never while one is typing.
 */
export function stepOfKey(event: Key): "previous" | "next" | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return null;
  const step = event.code === "KeyJ" ? "next" : event.code === "KeyK" ? "previous" : null;
  return step && !isTyping(event.target) ? step : null;
}

const isTyping = (target: unknown): boolean =>
  typeof target === "object" &&
  target !== null &&
  "closest" in target &&
  typeof target.closest === "function" &&
  target.closest(TYPING) !== null;
