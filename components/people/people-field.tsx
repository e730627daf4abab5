"use client";

import { useTranslations } from "next-intl";
import { type RefObject, useId } from "react";
import { SearchBox } from "#components/ui/search-box.tsx";
import { PEOPLE_TEXT_MAX } from "#lib/contract/people/people-search.ts";

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
  return (
    <SearchBox
      label={t("label")}
      clearLabel={t("clear")}
      text={text}
      onText={onText}
      field={field}
      // Whoever comes here comes to type; it is the page's one purpose.
      autoFocus
      enterKeyHint="go"
      autoCapitalize="none"
      maxLength={PEOPLE_TEXT_MAX}
      aria-describedby={hintId}
      placeholder={t("placeholder")}
      onKeyDown={(event) => {
        if (event.key === "Enter") onOpen();
        if (event.key === "ArrowDown") {
          event.preventDefault();
          onRows();
        }
      }}
      className="basis-full @2xl:max-w-md @2xl:basis-auto"
    >
      <p id={hintId} className="sr-only">
        {t("hint")}
      </p>
    </SearchBox>
  );
}
