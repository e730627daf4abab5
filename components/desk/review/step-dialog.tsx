import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { ActionDialog } from "#components/kit/action-dialog.tsx";
import { Cancel } from "#components/kit/buttons.tsx";
import { CopyButton } from "#components/kit/copy.tsx";
import { Form } from "#components/kit/form.tsx";
import { Failure } from "#components/kit/message.tsx";
import { isSaving, SaveWaits } from "#components/kit/save-waits.tsx";
import { TextareaField } from "#components/kit/text-field.tsx";
import { codeOf, useErrorWords } from "#components/kit/words.tsx";
import { LONGEST_WORDS } from "#lib/core/contract/verifications/review.ts";
import type { NamespaceWith } from "#messages/types.ts";
import { Button } from "@/components/ui/button";
import type { BoundReview } from "./bound-review.ts";
import { ChangeNotice } from "./change-notice.tsx";
import type { useReviewStep } from "./review-step.ts";

export type DialogProps = BoundReview & {
  file: { verification_id: string; name: string };
  /** The step has become impossible since the dialog was opened. */
  over: boolean;
  onClosed: () => void;
};

type FrameProps = Pick<DialogProps, "news" | "over" | "onClosed"> & {
  /** The namespace of the messages `title`, `about` and `submit`, unless these are given. */
  of: NamespaceWith<"submit">;
  title?: string;
  about?: ReactNode;
  /** Null if the dialog sends nothing. */
  submit?: string | null;
  cancel?: string;
  wide?: boolean;
  className?: string;
  /** Beside the facts on which the step rests, where there is room. */
  beside?: boolean;
  step: Pick<ReturnType<typeof useReviewStep>, "isPending" | "isPaused" | "isSuccess" | "error" | "reset">;
  /** False while a required value is missing: the form is then not sent. */
  ready?: boolean;
  /** Choices are still loading: a form that was sent waits for them. */
  loading?: boolean;
  /** The dialog repeats a question that a key asked: the focus is on the submit button. */
  confirms?: boolean;
  /** The typed text, offered for copying if the step has become impossible. */
  typed?: string;
  onSubmit: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ReactNode;
};

/**
 * The frame of these dialogs. Enter in a field or Ctrl or Cmd with Enter anywhere submits. If the review or its facts
 * have changed meanwhile, the changes are listed first, and nothing is sent until the user continues.
 */
export function StepDialog(props: FrameProps) {
  const { of, title, about, submit, wide = false, className, beside = false, ...form } = props;
  const t = useTranslations(of as "review-actions.open");
  return (
    <ActionDialog
      title={title ?? t("title")}
      about={about === undefined ? t("about") : about}
      busy={isSaving(form.step)}
      wide={wide}
      className={className}
      beside={beside}
      onClosed={form.onClosed}
    >
      <StepForm submit={submit === undefined ? t("submit") : submit} {...form} />
    </ActionDialog>
  );
}

export function StepForm(props: Omit<FrameProps, "of" | "title" | "about" | "wide" | "className" | "beside">) {
  const {
    submit: name,
    cancel,
    step,
    ready = true,
    loading = false,
    confirms,
    typed = "",
    onSubmit,
    onKeyDown,
    onClosed,
    children,
  } = props;
  const t = useTranslations("review-actions");
  const problem = useErrorWords("review-file.problem");
  const form = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLElement>(null);
  // The user's own step is no news.
  const news = step.isPending || step.isSuccess ? null : props.news;
  const over = news !== null && props.over;
  const saving = isSaving(step);
  const [waits, setWaits] = useState(false);
  const submit = over ? null : name;
  const error = news && codeOf(step.error) === "STALE_REVIEW" ? null : step.error;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (news) notice.current?.focus();
    else if (loading) setWaits(true);
    else if (ready && !step.isPending) onSubmit();
  };
  useEffect(() => {
    // The disabled field that had the focus has lost it.
    if (over) notice.current?.focus();
  }, [over]);
  const sendNow = useEffectEvent(() => {
    setWaits(false);
    form.current?.requestSubmit();
  });
  useEffect(() => {
    if (waits && !loading) sendNow();
  }, [waits, loading]);
  const goOn = () => {
    step.reset();
    news?.goOn?.();
    // The notice that had the focus was removed.
    const first = form.current?.querySelector<HTMLElement>("input:checked") ?? form.current?.querySelector(FIELDS);
    if (first instanceof HTMLElement) first.focus();
  };
  return (
    <Form
      ref={form}
      onSubmit={send}
      onInput={() => {
        setWaits(false);
        // The paused request has the old text, so the user must submit again.
        if (step.isPaused) step.reset();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (news === null || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        notice.current?.focus();
      }}
      className="flex flex-auto flex-col gap-4 tall:in-[[role=dialog]]:min-h-0"
    >
      {/* The fields scroll between the title and the buttons, except in a window too low for all three. */}
      <div className="tall:in-[[role=dialog]]:-my-1 in-[[role=dialog]]:-mx-6 space-y-4 in-[[role=dialog]]:px-6 tall:in-[[role=dialog]]:overflow-y-auto scroll-py-3 tall:in-[[role=dialog]]:py-1 has-[>fieldset:only-child:empty]:hidden">
        {news && <ChangeNotice ref={notice} news={news} over={over} onGoOn={goOn} />}
        {over && typed !== "" && <KeptText text={typed} />}
        <fieldset disabled={over} className="min-w-0 space-y-4 empty:hidden">
          {children}
        </fieldset>
      </div>
      <SaveWaits save={step} />
      <Failure says={error && problem(error)} />
      <div className="in-data-[slot=sheet-content]:-mx-6 flex flex-wrap items-center justify-end gap-2 in-data-[slot=sheet-content]:mt-auto in-data-[slot=sheet-content]:border-border in-data-[slot=sheet-content]:border-t in-data-[slot=sheet-content]:px-6 in-data-[slot=sheet-content]:py-3">
        {submit && (
          <span aria-hidden className="mr-auto hidden pointer-coarse:hidden text-muted-foreground text-xs sm:inline">
            {t("sendKey")}
          </span>
        )}
        <Cancel onClick={onClosed} disabled={saving}>
          {over ? t("changed.close") : cancel}
        </Cancel>
        {submit && (
          <Button type="submit" autoFocus={confirms} aria-disabled={!ready || step.isPending || news !== null}>
            {saving || waits ? t("working") : submit}
          </Button>
        )}
      </div>
    </Form>
  );
}

function KeptText({ text }: { text: string }) {
  const t = useTranslations("review-actions.changed");
  return (
    <div className="space-y-2 text-sm">
      <h3 className="font-medium">{t("typed")}</h3>
      <p className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-line border-border border-l-2 pl-2">{text}</p>
      <CopyButton size="sm" text={() => text}>
        {t("copy")}
      </CopyButton>
    </div>
  );
}

const FIELDS = "input, textarea, select, button[type=submit]";

type WordsProps = Omit<ComponentProps<typeof TextareaField>, "onChange"> & { onChange: (text: string) => void };

export const Words = ({ onChange, ...field }: WordsProps) => (
  <TextareaField
    maxLength={LONGEST_WORDS}
    rows={2}
    autoComplete="off"
    {...field}
    onChange={({ target }) => onChange(target.value)}
  />
);
