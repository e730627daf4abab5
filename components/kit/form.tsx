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

/** The errors by the ids of the controls. */
type FieldErrors = ReadonlyMap<string, string>;

const NO_ERRORS: FieldErrors = new Map();
const ErrorsContext = createContext<FieldErrors>(NO_ERRORS);

/** The validation error of a control in the words of the dashboard; undefined if it is valid. */
export const useFieldError = (id: string): string | undefined => use(ErrorsContext).get(id);

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: unknown): element is FormControl =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

type Props = Omit<ComponentProps<"form">, "action"> & {
  /**
   * Receives the submitted data. React queues a submission before hydration, while the browser would itself send a form
   * with `onSubmit`.
   */
  onSend?: (typed: FormData) => void;
};

/**
 * A form with the browser's validation (`required`, `type`, `pattern`, lengths and bounds) but without its error
 * popups: errors are shown beside the controls (`TextField`). The first invalid control gets the focus.
 */
export function Form({ ref, onSend, onSubmit, onInput, ...rest }: Props) {
  const wordsOf = useWordsOf();
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => form.current as HTMLFormElement);
  const [errors, setErrors] = useState(NO_ERRORS);
  const preventReset = useResetPrevention(form, () => setErrors(NO_ERRORS));
  const set = (id: string, words: string | null) =>
    setErrors((known) => {
      const next = new Map(known);
      if (words === null) next.delete(id);
      else next.set(id, words);
      return next;
    });
  useEffect(() => {
    // A control can become valid without input, for example by another choice.
    for (const id of errors.keys()) {
      const control = document.getElementById(id);
      if (!isControl(control) || control.validity.valid) set(id, null);
    }
  });
  const onInvalid = (event: FormEvent<HTMLFormElement>) => {
    const control = event.target;
    if (!isControl(control)) return;
    // No popup of the browser on `reportValidity` either.
    event.preventDefault();
    set(control.id, wordsOf(control));
    if (event.currentTarget.querySelector(":invalid:not(fieldset)") === control) control.focus();
  };
  const replay = (typed: FormData) => {
    preventReset();
    if (form.current?.checkValidity()) onSend?.(typed);
  };
  return (
    <ErrorsContext value={errors}>
      <form
        ref={form}
        // Before hydration the browser would show its popups; `onSubmit` validates the form.
        noValidate
        // React forbids `method` if `action` is a function.
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

/** Prevents React's reset of the form after a queued submission; other resets call `onReset`. */
function useResetPrevention(form: React.RefObject<HTMLFormElement | null>, onReset: () => void): () => void {
  const isReplay = useRef(false);
  const reset = useRef(onReset);
  useEffect(() => {
    const element = form.current;
    const keep = (event: Event) => {
      if (isReplay.current) event.preventDefault();
      else reset.current();
      isReplay.current = false;
    };
    // A native listener: React dispatches no events during a commit.
    element?.addEventListener("reset", keep);
    return () => element?.removeEventListener("reset", keep);
  }, [form]);
  return () => {
    isReplay.current = true;
  };
}

/** The words of the label; `none` where the label is in no element of its own. */
const labelOf = (control: FormControl): string => control.labels?.[0]?.textContent?.trim() || "none";

function useWordsOf(): (control: FormControl) => string {
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
      if (validity.valueMissing) return t("required", { field: labelOf(control) });
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
