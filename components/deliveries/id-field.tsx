"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useId, useState } from "react";
import { Input } from "#components/ui/input.tsx";
import { beginsLikeCurp, mayBecomeCurp } from "#lib/contract/curp-shape.ts";

type Props = {
  value: string | null;
  onFind: (id: string | null) => void;
  field: RefObject<HTMLInputElement | null>;
};

const PAUSE_MS = 300;
/** As the filter's reader has it. */
const MAX_LENGTH = 200;

/** A whole id, looked for when typing pauses. What looks like a CURP stays in the field: it goes into no address. */
export function IdField({ value, onFind, field }: Props) {
  const t = useTranslations("deliveries.search");
  const hintId = useId();
  const [text, setText] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  const personal = beginsLikeCurp(text);
  const wanted = personal ? null : text.trim() || null;
  const waits = wanted !== value && mayBecomeCurp(text);
  const held = personal || waits;
  // Changed elsewhere: a chip removed, Back.
  if (value !== known) {
    setKnown(value);
    if (value !== wanted && !(held && value === null)) setText(value ?? "");
  }
  useEffect(() => {
    if (wanted === value) return;
    if (held) {
      if (value !== null) onFind(null);
      return;
    }
    const timer = setTimeout(() => onFind(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, value, held, onFind]);
  const clear = () => {
    setText("");
    onFind(null);
    field.current?.focus();
  };
  return (
    <search className="relative min-w-0 flex-1 basis-full @2xl:max-w-xs @2xl:basis-auto">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted-foreground" />
      <Input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        aria-label={t("label")}
        aria-describedby={hintId}
        placeholder={t("placeholder")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !personal) onFind(wanted);
          if (event.key === "Escape" && text !== "") clear();
        }}
        className="h-8 pr-8 pl-8 text-[0.8125rem]"
      />
      {text !== "" && (
        <button
          type="button"
          aria-label={t("clear")}
          title={t("clear")}
          onClick={clear}
          className="absolute top-1 right-1 grid size-6 place-items-center rounded text-muted-foreground hover:bg-muted hover:text-foreground"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <p
        id={hintId}
        role="status"
        className="absolute top-full left-0 z-20 mt-1 w-max max-w-full rounded-md border border-medium/40 bg-card px-3 py-2 text-xs shadow-black/10 shadow-lg empty:hidden @2xl:max-w-sm"
      >
        {personal ? t("personal") : waits ? t("mayBePersonal") : null}
      </p>
    </search>
  );
}
