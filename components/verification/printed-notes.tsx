"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { notesOptions } from "#lib/browser/notes.ts";
import { usePrinting } from "./printing.tsx";

/** On paper alone: the notes below the review, also where the history that has them on screen is left out. */
export function PrintedNotes({ verificationId }: { verificationId: string }) {
  const t = useTranslations("verification.print");
  const format = useFormatter();
  const { state } = usePrinting();
  // The section of the activity has them requested.
  const { data } = useQuery({ ...notesOptions(verificationId), enabled: false });
  if (state !== "printing" || !data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="printed-notes" className="hidden text-sm print:block">
      <h2 id="printed-notes" className="font-semibold">
        {t("notes")}
      </h2>
      <ul className="space-y-1.5">
        {data.items.map(({ note_id, author, created_at, text }) => (
          <li key={note_id}>
            <p className="text-muted-foreground text-xs">
              {author.name} · {format.dateTime(new Date(created_at), { dateStyle: "long", timeStyle: "short" })}
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
