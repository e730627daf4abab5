"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Form } from "#components/page/form.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { Button } from "@/components/ui/button";

type Props = {
  /** The text to type. */
  text: string;
  words: { field: string; differs: string; cancel: string; submit: string };
  /** While it is under way, it is not started again. */
  busy: boolean;
  mono?: boolean;
  /** Where it stands in the page, and not in a dialog, which leads the focus itself. */
  autoFocus?: boolean;
  onConfirmed: () => void;
  onCancelled: () => void;
  /** Below the field: what came of it. */
  children?: ReactNode;
};

/** Confirms what can't be undone, once its name has been typed. */
export function TypedConfirmation({
  text,
  words,
  busy,
  mono = false,
  autoFocus = false,
  onConfirmed,
  onCancelled,
  children,
}: Props) {
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== text.trim()) setRefused(true);
    else if (!busy) onConfirmed();
  };
  return (
    <Form onSubmit={send} className="space-y-4">
      <TextField
        label={words.field}
        error={refused ? words.differs : undefined}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setRefused(false);
        }}
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        className={mono ? "font-mono text-xs" : undefined}
      />
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onCancelled} disabled={busy}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="destructive" aria-disabled={busy}>
          {words.submit}
        </Button>
      </div>
    </Form>
  );
}
