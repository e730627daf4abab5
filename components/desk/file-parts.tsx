import { useQuery } from "@tanstack/react-query";
import type { FileParts, WrittenEntry } from "#components/kit/file-parts.ts";
import { notesOptions } from "#lib/desk/browser/notes.ts";
import { NoteEntry } from "./notes/note-entry.tsx";

function useNotes(verificationId: string): WrittenEntry[] {
  const { items = [] } = useQuery(notesOptions(verificationId)).data ?? {};
  return items.map((note) => ({
    key: `note ${note.note_id}`,
    at: note.created_at,
    shown: <NoteEntry note={note} />,
  }));
}

export const desk: FileParts = { writings: [useNotes] };
