import type { MouseEvent } from "react";

/** Whether a click on a link is for another tab or window, which is the browser's to open. */
export const isModifiedClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
