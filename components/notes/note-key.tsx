import { requestField } from "#components/page/key-buffer.ts";
import { usePageKeys } from "#components/page/page-keys.ts";

/** Id of the field for a new note, which gets the focus when a focused note is removed. */
export const NEW_NOTE = "new-note";

/** The shortcut to the field; it works before the activity with the field is loaded. */
export function NoteKey() {
  usePageKeys((event) => {
    if (event.key !== "n") return;
    event.preventDefault();
    requestField(NEW_NOTE);
  });
  return null;
}
