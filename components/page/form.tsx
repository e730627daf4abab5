"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, createContext, type FormEvent, use, useMemo, useState } from "react";

/** What is wrong, by the ids of the controls. */
type Errors = ReadonlyMap<string, string>;

const ErrorsContext = createContext<Errors>(new Map());

/** What the browser finds wrong with a control of the form, in our words; undefined while it finds nothing. */
export const useFieldError = (id: string): string | undefined => use(ErrorsContext).get(id);

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/**
 * A form whose controls the browser checks (`required`, `type`, `pattern`, lengths and bounds) and whose errors are said
 * beside them in our words (`TextField`): no bubble of the browser. The first wrong control gets the focus.
 */
export function Form({ onInput, ...rest }: ComponentProps<"form">) {
  const t = useTranslations("shell.field");
  const [errors, setErrors] = useState<Errors>(new Map());
  const wordsOf = useMemo(() => {
    return (control: Control): string => {
      const { valueMissing, typeMismatch, rangeOverflow, rangeUnderflow, tooLong, tooShort } = control.validity;
      if (valueMissing) return t("required");
      if (typeMismatch && control.type === "email") return t("email");
      if (typeMismatch && control.type === "url") return t("address");
      if (rangeUnderflow && "min" in control) return t("atLeast", { bound: control.min });
      if (rangeOverflow && "max" in control) return t("atMost", { bound: control.max });
      if (tooLong && "maxLength" in control) return t("tooLong", { count: control.maxLength });
      if (tooShort && "minLength" in control) return t("tooShort", { count: control.minLength });
      return t("format");
    };
  }, [t]);
  const set = (id: string, words: string | null) =>
    setErrors((known) => {
      const next = new Map(known);
      if (words === null) next.delete(id);
      else next.set(id, words);
      return next;
    });
  const onInvalid = (event: FormEvent<HTMLFormElement>) => {
    const control = event.target;
    if (!isControl(control)) return;
    // Without its default no bubble is shown, and the browser leaves the focus to us.
    event.preventDefault();
    set(control.id, wordsOf(control));
    if (event.currentTarget.querySelector(":invalid:not(fieldset)") === control) control.focus();
  };
  return (
    <ErrorsContext value={errors}>
      <form
        method="post"
        onInvalidCapture={onInvalid}
        onInput={(event) => {
          onInput?.(event);
          if (isControl(event.target) && errors.has(event.target.id)) set(event.target.id, null);
        }}
        {...rest}
      />
    </ErrorsContext>
  );
}
