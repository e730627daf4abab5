"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useId } from "react";
import { Input } from "#components/ui/input.tsx";
import { PEOPLE_TEXT_MAX } from "#lib/contract/people-search.ts";

type Props = {
  text: string;
  onText: (text: string) => void;
  /** Enter: the first who is found is meant. */
  onOpen: () => void;
  /** Down: on to the rows. */
  onRows: () => void;
  field: RefObject<HTMLInputElement | null>;
};

/** The one field of the page. What is typed goes into no address and nothing that a browser keeps. */
export function PeopleField({ text, onText, onOpen, onRows, field }: Props) {
  const t = useTranslations("people.search");
  const hintId = useId();
  const clear = () => {
    onText("");
    field.current?.focus();
  };
  return (
    <search className="relative min-w-0 flex-1 basis-full @2xl:max-w-md @2xl:basis-auto">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted-foreground" />
      <Input
        ref={field}
        // Whoever comes here comes to type; it is the page's one purpose.
        autoFocus
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={PEOPLE_TEXT_MAX}
        aria-label={t("label")}
        aria-describedby={hintId}
        placeholder={t("placeholder")}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") onOpen();
          if (event.key === "Escape" && text !== "") clear();
          if (event.key === "ArrowDown") {
            event.preventDefault();
            onRows();
          }
        }}
        className="pr-9 pl-9"
      />
      <p id={hintId} className="sr-only">
        {t("hint")}
      </p>
      {text !== "" && (
        <button
          type="button"
          aria-label={t("clear")}
          title={t("clear")}
          onClick={clear}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded text-muted-foreground hover:bg-muted hover:text-foreground"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </search>
  );
}
