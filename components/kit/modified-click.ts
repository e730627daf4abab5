import type { MouseEvent } from "react";

/** Whether a click on a link opens another tab or window, which the browser does. */
export const isModifiedClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
