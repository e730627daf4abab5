"use client";

import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { useErrorWords } from "#components/page/words.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Failure } from "#components/ui/message.tsx";
import { staleReview } from "#lib/browser/reviews.ts";
import { LONGEST_WORDS, type Review } from "#lib/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { Differences } from "./differences.tsx";
import type { useReviewStep } from "./review-step.ts";

export type DialogProps = {
  detail: VerificationDetail;
  /** As it is shown now: after a conflict, as it has become. */
  review: Review;
  file: { verification_id: string; name: string };
  onClosed: () => void;
};

type FrameProps = {
  title: string;
  about: ReactNode;
  /** Without one nothing is sent, and the dialog is closed. */
  submit?: string;
  cancel?: string;
  wide?: boolean;
  step: ReturnType<typeof useReviewStep>;
  /** What is missing yet: then nothing is sent. */
  ready?: boolean;
  onSubmit: () => void;
  onClosed: () => void;
  children?: ReactNode;
};

/**
 * The frame of these dialogs: Enter in a field or Ctrl or Cmd with Enter anywhere sends it. Where the facts have changed
 * meanwhile it says how they differ, and sending it again is for those of now.
 */
export function StepDialog(props: FrameProps) {
  const { title, about, submit, cancel, wide = false, step, ready = true, onSubmit, onClosed, children } = props;
  const t = useTranslations("review-actions");
  const problem = useErrorWords("review-file.problem");
  const stale = staleReview(step.error);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !step.isPending) onSubmit();
  };
  return (
    <Dialog title={title} about={about} busy={step.isPending} wide={wide} onClosed={onClosed}>
      <form
        method="post"
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
        className="space-y-4"
      >
        {children}
        <Failure says={step.error && problem(step.error)}>
          {stale && stale.differences.length > 0 && <Differences differences={stale.differences} />}
        </Failure>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {submit !== undefined && (
            <span aria-hidden className="mr-auto hidden text-muted-foreground text-xs sm:inline">
              {t("sendKey")}
            </span>
          )}
          <Button variant="ghost" onClick={onClosed} disabled={step.isPending}>
            {cancel ?? t("cancel")}
          </Button>
          {submit !== undefined && (
            <Button type="submit" aria-disabled={!ready || step.isPending}>
              {step.isPending ? t("working") : submit}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

type WordsProps = { label: string; hint?: string; required?: boolean; value: string; onChange: (text: string) => void };

/** What somebody writes of a decision. */
export function Words({ label, hint, required = false, value, onChange }: WordsProps) {
  return (
    <label className="block space-y-1.5">
      <span className="block font-medium text-sm">{label}</span>
      <textarea
        value={value}
        required={required}
        onChange={({ target }) => onChange(target.value)}
        maxLength={LONGEST_WORDS}
        rows={2}
        autoComplete="off"
        className="block w-full resize-y rounded-md border border-input bg-card px-3 py-2 text-sm [field-sizing:content]"
      />
      {hint && <span className="block text-muted-foreground text-xs">{hint}</span>}
    </label>
  );
}
