"use client";

import { useFormatter, useTranslations } from "next-intl";
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  use,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";

/** The errors, by the ids of the controls. */
type Errors = ReadonlyMap<string, string>;

const NO_ERRORS: Errors = new Map();
const ErrorsContext = createContext<Errors>(NO_ERRORS);

/** The browser's validation error of a control of the form, in our words; undefined for none. */
export const useFieldError = (id: string): string | undefined => use(ErrorsContext).get(id);

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

type Props = Omit<ComponentProps<"form">, "action"> & {
  /**
   * Receives the submitted data. React keeps such a submission until it has hydrated the page, while the browser would
   * send an `onSubmit` form itself until then.
   */
  onSend?: (typed: FormData) => void;
};

/**
 * A form whose controls are checked as the browser does (`required`, `type`, `pattern`, lengths and bounds) and whose errors
 * are said beside them in our words (`TextField`): no bubble of the browser. The first wrong control gets the focus.
 */
export function Form({ ref, onSend, onSubmit, onInput, ...rest }: Props) {
  const wordsOf = useWordsOf();
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => form.current as HTMLFormElement);
  const [errors, setErrors] = useState(NO_ERRORS);
  const replayed = useKeptFields(form, () => setErrors(NO_ERRORS));
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
    // Callers of `reportValidity` get no bubble either.
    event.preventDefault();
    set(control.id, wordsOf(control));
    if (event.currentTarget.querySelector(":invalid:not(fieldset)") === control) control.focus();
  };
  const replay = (typed: FormData) => {
    replayed();
    if (form.current?.checkValidity()) onSend?.(typed);
  };
  return (
    <ErrorsContext value={errors}>
      <form
        ref={form}
        // The browser would show its bubble until the page is hydrated; the form checks itself when it is sent.
        noValidate
        // React allows no method beside a function.
        {...(onSend ? { action: replay } : { method: "post" })}
        onSubmit={(event) => {
          const isRight = event.currentTarget.checkValidity();
          if (onSend || !isRight) event.preventDefault();
          if (!isRight) return;
          onSubmit?.(event);
          onSend?.(new FormData(event.currentTarget));
        }}
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

/** Prevents the reset by which React ends a kept submission; other resets call `onReset`. */
function useKeptFields(form: React.RefObject<HTMLFormElement | null>, onReset: () => void): () => void {
  const isReplay = useRef(false);
  const reset = useRef(onReset);
  useEffect(() => {
    const element = form.current;
    const keep = (event: Event) => {
      if (isReplay.current) event.preventDefault();
      else reset.current();
      isReplay.current = false;
    };
    // A native listener: React sends no events while it commits.
    element?.addEventListener("reset", keep);
    return () => element?.removeEventListener("reset", keep);
  }, [form]);
  return () => {
    isReplay.current = true;
  };
}

/** The error of a control, in words. */
function useWordsOf(): (control: Control) => string {
  const t = useTranslations("shell.field");
  const format = useFormatter();
  return useMemo(() => {
    const day = (value: string) =>
      format.dateTime(new Date(`${value}T12:00:00Z`), { dateStyle: "long", timeZone: "UTC" });
    return (control) => {
      const { validity, type } = control;
      if (validity.customError) return control.validationMessage;
      if (validity.badInput && type === "date") return t("date");
      if (validity.badInput || validity.stepMismatch) return t(type === "number" ? "number" : "format");
      if (validity.valueMissing) return t("required");
      if (validity.typeMismatch && type === "email") return t("email");
      if (validity.typeMismatch && type === "url") return t("address");
      if (validity.rangeUnderflow && "min" in control)
        return type === "date" ? t("notBefore", { day: day(control.min) }) : t("atLeast", { bound: control.min });
      if (validity.rangeOverflow && "max" in control)
        return type === "date" ? t("notAfter", { day: day(control.max) }) : t("atMost", { bound: control.max });
      if (validity.tooLong && "maxLength" in control) return t("tooLong", { count: control.maxLength });
      if (validity.tooShort && "minLength" in control) return t("tooShort", { count: control.minLength });
      return t("format");
    };
  }, [t, format]);
}
