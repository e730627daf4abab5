"use client";

import { askForField } from "#components/page/key-buffer.ts";
import { usePageKeys } from "#components/page/page-keys.ts";

/** Id of the field for a new note, which receives the focus when a focused note is gone. */
export const NEW_NOTE = "new-note";

/** The shortcut to the field, available before the activity with the field has loaded. */
export function NoteKey() {
  usePageKeys((event) => {
    if (event.key !== "n") return;
    event.preventDefault();
    askForField(NEW_NOTE);
  });
  return null;
}
