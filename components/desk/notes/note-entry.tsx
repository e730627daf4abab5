import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock, StickyNote } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { HoldNotice } from "#components/desk/custody/hold-notice.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { DraftNote, useDraft } from "#components/kit/draft.tsx";
import { Form } from "#components/kit/form.tsx";
import { Failure } from "#components/kit/message.tsx";
import { isSaving, SaveWaits } from "#components/kit/save-waits.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { fileCustodyOptions } from "#lib/desk/browser/custody.ts";
import { notesOptions } from "#lib/desk/browser/notes.ts";
import type { Note } from "#lib/desk/contract/notes/note.ts";
import { api } from "#lib/platform/browser/api.ts";
import { SAVED_LATER } from "#lib/platform/browser/query-client.ts";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { NEW_NOTE, NoteText, UnknownMentions } from "./note-form.tsx";

type EntryMode = "shown" | "editing" | "deleting";

/** A note between the entries of the activity, with its earlier versions; its author can edit and delete it. */
export function NoteEntry({ note }: { note: Note }) {
  const t = useTranslations("notes");
  const writes = useCurrentUser().may("notes.write");
  const [state, setState] = useState<EntryMode>("shown");
  const [unknown, setUnknown] = useState<string[]>([]);
  const entry = useRef<HTMLLIElement>(null);
  const showNote = () => {
    setState("shown");
    // The focused button is removed.
    entry.current?.focus();
  };
  return (
    <li ref={entry} tabIndex={-1} className="py-2 text-sm outline-none">
      <article aria-label={t("by", { name: note.author.name })} className="flex gap-2">
        <StickyNote aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
        <div className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col">
          <ExactInstant
            at={note.created_at}
            className="w-28 shrink-0 text-muted-foreground text-xs tabular-nums leading-5"
          />
          <div className="min-w-0 flex-1 space-y-1.5">
            <p className="flex flex-wrap items-baseline gap-x-2 text-muted-foreground text-xs leading-5">
              <span className="font-medium text-foreground">{note.author.name}</span>
              {note.kind === "compliance" && (
                <span className="inline-flex items-center gap-1">
                  <Lock aria-hidden className="size-3 self-center" />
                  {t("compliance")}
                </span>
              )}
              {note.edited_at !== null && (
                <span>{t.rich("edited", { at: () => <ExactInstant at={note.edited_at ?? ""} /> })}</span>
              )}
            </p>
            {state === "editing" ? (
              <Editing note={note} onDone={showNote} onSaved={setUnknown} />
            ) : (
              <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
            )}
            <UnknownMentions names={unknown} />
            {note.history.length > 0 && <History versions={note.history} />}
            {note.own && writes && state === "shown" && (
              <div className="-ml-2 flex gap-1 print:hidden">
                <Button variant="ghost" size="xs" onClick={() => setState("editing")}>
                  {t("edit")}
                </Button>
                <Button variant="ghost" size="xs" onClick={() => setState("deleting")}>
                  {t("delete")}
                </Button>
              </div>
            )}
            {state === "deleting" && <Deleting note={note} onKept={showNote} />}
          </div>
        </div>
      </article>
    </li>
  );
}

function History({ versions }: { versions: Note["history"] }) {
  const t = useTranslations("notes");
  return (
    <details className="text-muted-foreground text-xs">
      <summary>{t("history", { count: versions.length })}</summary>
      <ol className="mt-1.5 space-y-1.5 border-border border-l pl-3">
        {versions.toReversed().map(({ text, at }) => (
          <li key={at}>
            <ExactInstant at={at} className="tabular-nums" />
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Refetches the notes after success and failure. */
function useRefetch({ verification_id }: Note) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: notesOptions(verification_id).queryKey });
}

type EditingProps = { note: Note; onDone: () => void; onSaved: (unknownMentions: string[]) => void };

function Editing({ note, onDone, onSaved }: EditingProps) {
  const t = useTranslations("notes");
  const problem = useErrorWords("notes.problem");
  const draft = useDraft(note.verification_id, `note-${note.note_id}`, note.text);
  const { text } = draft;
  const id = useId();
  const refetch = useRefetch(note);
  const save = useMutation({
    ...SAVED_LATER,
    mutationFn: () =>
      api("PATCH /api/notes/{note_id}", { params: { note_id: note.note_id }, body: { text: text.trim() } }),
    onSuccess: async ({ unknown_mentions }) => {
      await refetch();
      draft.discard();
      onSaved(unknown_mentions);
      onDone();
    },
  });
  useEffect(() => {
    const field = document.getElementById(id) as HTMLTextAreaElement | null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [id]);
  const idle = text.trim() === "" || save.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!idle) save.mutate();
  };
  return (
    <Form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onDone();
      }}
      className="space-y-2"
    >
      <Label htmlFor={id} className="sr-only">
        {t("editField")}
      </Label>
      <NoteText id={id} text={text} onText={(text) => draft.change({ text })} />
      <DraftNote draft={draft} />
      <div className="flex gap-2">
        <Button type="submit" size="xs" aria-disabled={idle}>
          {t(isSaving(save) ? "saving" : "save")}
        </Button>
        <Cancel size="xs" onClick={onDone} />
      </div>
      <SaveWaits save={save} />
      <Failure says={save.error && problem(save.error)} />
    </Form>
  );
}

function Deleting({ note, onKept }: { note: Note; onKept: () => void }) {
  const t = useTranslations("notes");
  const problem = useErrorWords("notes.problem");
  const refetch = useRefetch(note);
  const { data: custody } = useQuery(fileCustodyOptions(note.verification_id));
  const remove = useMutation({
    ...SAVED_LATER,
    mutationFn: () => api("DELETE /api/notes/{note_id}", { params: { note_id: note.note_id } }),
    onSuccess: () => {
      document.getElementById(NEW_NOTE)?.focus();
      return refetch();
    },
  });
  const keeps = custody?.erasable === false;
  return (
    <div className="space-y-2 print:hidden">
      <p>{t(keeps ? "problem.MUST_BE_KEPT" : "confirm")}</p>
      {custody?.holds.map((hold) => (
        <HoldNotice key={hold.hold_id} hold={hold} />
      ))}
      <div className="flex gap-2">
        {!keeps && (
          <Button variant="destructive" size="xs" aria-disabled={remove.isPending} onClick={() => remove.mutate()}>
            {t("delete")}
          </Button>
        )}
        <Button autoFocus variant="ghost" size="xs" onClick={onKept}>
          {t("keep")}
        </Button>
      </div>
      <SaveWaits save={remove} />
      <Failure says={remove.error && problem(remove.error)} />
    </div>
  );
}
