"use client";

import { Info } from "lucide-react";
import type { RunNote } from "#components/verification/view/run-notes.ts";
import { useNoteWords } from "./use-run-words.ts";

/** What the reader must know before relying on a run (interface, Findings runs). */
export function FindingsNotes({ notes, source }: { notes: RunNote[]; source: string | null }) {
  const words = useNoteWords();
  if (notes.length === 0) return null;
  return (
    <ul className="mb-4 space-y-1.5 rounded-md bg-muted px-3 py-2 text-sm">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <span className="wrap-anywhere min-w-0">{words(note, source)}</span>
        </li>
      ))}
    </ul>
  );
}
