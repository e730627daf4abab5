import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { Announced } from "#components/kit/announced.tsx";
import { Retry } from "#components/kit/buttons.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { DraftNote, useDraft } from "#components/kit/draft.tsx";
import { Form } from "#components/kit/form.tsx";
import { useBufferedShortcuts } from "#components/kit/key-buffer.ts";
import { Failure } from "#components/kit/message.tsx";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { isSaving, SaveWaits } from "#components/kit/save-waits.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { MAX_NOTE_TEXT, NOTE_KINDS, type Notes } from "#lib/desk/contract/notes/note.ts";
import { api } from "#lib/platform/browser/api.ts";
import { SAVED_LATER } from "#lib/platform/browser/query-client.ts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { FieldDescription, FieldLabel } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

/** Id of the field for a new note, which gets the focus when a focused note is removed. */
export const NEW_NOTE = "new-note";
const SHORTCUT = "n";

type TextProps = {
  id: string;
  text: string;
  onText: (text: string) => void;
  describedBy?: string;
  placeholder?: string;
};

/** The text of a note; Ctrl or Cmd with Enter saves it. */
export const NoteText = ({ id, text, onText, describedBy, placeholder }: TextProps) => (
  <Textarea
    id={id}
    value={text}
    onChange={(event) => onText(event.target.value)}
    onKeyDown={(event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    }}
    maxLength={MAX_NOTE_TEXT}
    rows={2}
    autoComplete="off"
    aria-describedby={describedBy}
    placeholder={placeholder}
    className="text-foreground"
  />
);

/** Names after an `@` in a saved note by which nobody gets a notice. */
export function UnknownMentions({ names }: { names: readonly string[] }) {
  const t = useTranslations("notes");
  const format = useFormatter();
  return (
    <Announced as="p" className="text-muted-foreground text-xs empty:hidden">
      {names.length > 0 && t("unknownMentions", { names: format.list(names.map((name) => `@${name}`)) })}
    </Announced>
  );
}

const FORM_CLASS = "mb-4 space-y-2 border-border border-b pb-4 print:hidden";

/** Keeps the shortcut of the form, and what is typed after it, until the form is rendered. */
export function NoteWaits() {
  useBufferedShortcuts(useCurrentUser().may("notes.write"), [SHORTCUT]);
  return null;
}

/** A placeholder of the form's height until the form is rendered: the activity below does not move. */
export const NoteFormPlace = () => (
  <div aria-hidden className={cn(FORM_CLASS, "invisible")}>
    <NoteWaits />
    <FieldLabel>&nbsp;</FieldLabel>
    <Textarea rows={2} readOnly value="" />
    <FieldDescription>&nbsp;</FieldDescription>
    {/* Space for the draft's line, and after saving for the message. */}
    <div className="min-h-4" />
    <div className="mb-2 flex">
      <Button variant="outline" size="sm">
        &nbsp;
      </Button>
    </div>
  </div>
);

type Props = { verificationId: string; notes: Pick<UseQueryResult<Notes>, "data" | "isError" | "refetch"> };

/** Writes a note. The field keeps a text that failed to be saved, and restores a draft after a reload. */
export function NoteForm({ verificationId, notes }: Props) {
  const t = useTranslations("notes");
  const problem = useErrorWords("notes.problem");
  const draft = useDraft(verificationId, "note");
  const { text, change } = draft;
  const kind = NOTE_KINDS.find((one) => one === draft.choice) ?? "general";
  const add = useMutation({
    ...SAVED_LATER,
    mutationFn: () =>
      api("POST /api/verifications/{verification_id}/notes", {
        params: { verification_id: verificationId },
        body: { text: text.trim(), kind },
      }),
    onSuccess: () => {
      draft.discard();
      return notes.refetch();
    },
  });
  const idle = text.trim() === "" || add.isPending;
  usePageKeys((event) => {
    if (event.key !== SHORTCUT) return;
    event.preventDefault();
    document.getElementById(NEW_NOTE)?.focus();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!idle) add.mutate();
  };
  return (
    <Form onSubmit={submit} className={FORM_CLASS}>
      <FieldLabel htmlFor={NEW_NOTE}>{t("field")}</FieldLabel>
      <NoteText
        id={NEW_NOTE}
        text={text}
        onText={(text) => change({ text })}
        describedBy={`${NEW_NOTE}-hint`}
        placeholder={t("placeholder")}
      />
      <FieldDescription id={`${NEW_NOTE}-hint`}>{t("hint")}</FieldDescription>
      <DraftNote draft={draft} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {notes.data?.kinds.includes("compliance") ? (
          <FieldLabel className="font-normal">
            <Checkbox
              checked={kind === "compliance"}
              onCheckedChange={(checked) => change({ choice: checked ? "compliance" : null })}
            />
            {t("forCompliance")}
          </FieldLabel>
        ) : (
          <span />
        )}
        {/* Not `disabled`: a disabled button would lose the focus. */}
        <Button type="submit" variant="outline" size="sm" aria-disabled={idle}>
          {t(isSaving(add) ? "saving" : "add")}
        </Button>
      </div>
      <Announced as="p" className="sr-only">
        {add.isSuccess && text === "" && t("added")}
      </Announced>
      <UnknownMentions names={text === "" ? (add.data?.unknown_mentions ?? []) : []} />
      <SaveWaits save={add} onCancel={add.reset} />
      <Failure says={add.error && problem(add.error)} />
      <Failure says={notes.isError ? t("failed") : null}>
        <Retry query={notes}>{t("retry")}</Retry>
      </Failure>
    </Form>
  );
}
