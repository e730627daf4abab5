"use client";

import { askForField } from "#components/page/key-buffer.ts";
import { usePageKeys } from "#components/page/page-keys.ts";

/** The field of a new note: there is one on a page, where the focus goes when the note that had it is gone. */
export const NEW_NOTE = "new-note";

/** The key that leads to it, from the first moment of a page on: the field comes with the activity. */
export function NoteKey() {
  usePageKeys((event) => {
    if (event.key !== "n") return;
    event.preventDefault();
    askForField(NEW_NOTE);
  });
  return null;
}
