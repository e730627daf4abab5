"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import { beginsLikeCurp } from "#lib/contract/curp-shape.ts";

type Props = { tag: string | null; onChange: (tag: string | null) => void };

/** One tag, whole. What looks like a CURP gets into no address from here either. */
export function TagField({ tag, onChange }: Props) {
  const t = useTranslations("verifications.filters");
  const id = useId();
  const [text, setText] = useState(tag ?? "");
  const personal = beginsLikeCurp(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!personal) onChange(text.trim() || null);
  };
  return (
    <form method="post" onSubmit={submit} className="px-2 py-1">
      <label htmlFor={id} className="block pb-1 font-medium text-muted-foreground text-xs">
        {t("wholeTag")}
      </label>
      <div className="flex gap-1.5">
        <Input
          id={id}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={personal || undefined}
          aria-describedby={personal ? `${id}-note` : undefined}
          dense
        />
        <Button type="submit" variant="outline" size="sm">
          {t("apply")}
        </Button>
      </div>
      {personal && (
        <p id={`${id}-note`} role="status" className="pt-1 text-xs">
          {t("personalTag")}
        </p>
      )}
    </form>
  );
}
