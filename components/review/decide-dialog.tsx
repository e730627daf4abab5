"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { DraftNote, useDraft } from "#components/page/draft.tsx";
import { Colleagues } from "#components/presence/colleagues.tsx";
import { changeReview, reviewChoicesOptions } from "#lib/browser/reviews.ts";
import { exceptionsOf, hasHighFinding } from "#lib/contract/review/exceptions.ts";
import { RESOLUTIONS } from "#lib/contract/verifications/review.ts";
import { itemProblem, type VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { Failure } from "@/components/ui/message";
import { unlessProposed, useReviewStep } from "./review-step.ts";
import { type DialogProps, StepDialog, Words } from "./step-dialog.tsx";

/**
 * A decision in three keys: 1, 2 or 3, what that asks for, then Ctrl or Cmd with Enter. What accepting would except is listed
 * before one writes why.
 */
export function DecideDialog({ detail, review, file, ...frame }: DialogProps) {
  const t = useTranslations("review-actions.decide");
  const names = useTranslations("review.resolution");
  const locale = useLocale();
  const draft = useDraft(file.verification_id, "decide");
  const step = useReviewStep(file, () => {
    draft.discard();
    frame.onClosed();
  });
  const codeField = useId();
  const choices = useRef<HTMLFieldSetElement>(null);
  const { data, isError } = useQuery(reviewChoicesOptions());
  const resolution = RESOLUTIONS.find((one) => one === draft.choice) ?? null;
  const facts = decidedOn(detail);
  const exceptions = resolution === "accepted" ? exceptionsOf(facts) : [];
  useEffect(() => {
    // The focus of the group is on its checked radio, also where a draft arrives after the dialog was opened.
    if (resolution === null || !choices.current?.contains(document.activeElement)) return;
    choices.current.querySelector<HTMLElement>("input:checked")?.focus();
  }, [resolution]);
  const asksForCode = resolution === "rejected" || resolution === "closed";
  const codes = data?.catalogue.filter((entry) => entry.for.some((one) => one === resolution)) ?? [];
  const chosen = codes.some((entry) => entry.code === draft.code) ? (draft.code ?? "") : "";
  const words = draft.text.trim();
  const ready = resolution !== null && (asksForCode ? chosen !== "" : exceptions.length === 0 || words !== "");
  const submits =
    resolution !== null &&
    resolution !== "closed" &&
    (data?.approval === "always" || (data?.approval === "high" && hasHighFinding(facts)));
  const decide = () => {
    if (resolution === null) return;
    step.mutate({
      name: unlessProposed(resolution),
      run: () =>
        changeReview(file.verification_id, {
          version: review.version,
          state: "resolved",
          resolution,
          ...(asksForCode && { reason_code: chosen }),
          ...(words !== "" && { reason: words }),
        }),
    });
  };
  return (
    <StepDialog
      {...frame}
      title={t("title", { name: file.name })}
      about={t("local")}
      submit={
        resolution === null ? t("submit") : t(submits ? "submitFor" : "submitAs", { resolution: names(resolution) })
      }
      step={step}
      ready={ready}
      onSubmit={decide}
    >
      <Colleagues verificationId={file.verification_id} />
      <fieldset
        ref={choices}
        onKeyDown={(event) => {
          const place = ["1", "2", "3"].indexOf(event.key);
          if (place === -1 || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          event.currentTarget.querySelectorAll("input")[place]?.click();
        }}
        className="grid gap-1.5 sm:grid-cols-3"
      >
        <legend className="sr-only">{t("legend")}</legend>
        {RESOLUTIONS.map((one, index) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-2 rounded-md border border-border p-2.5 text-sm has-checked:border-primary has-checked:bg-accent/50 has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="resolution"
              checked={resolution === one}
              onChange={() => draft.change({ choice: one })}
              className="mt-0.5 accent-primary outline-none"
            />
            <span className="min-w-0 flex-1">{t(one)}</span>
            <kbd aria-hidden className="rounded border border-border bg-muted px-1 font-sans text-[0.6875rem]">
              {index + 1}
            </kbd>
          </label>
        ))}
      </fieldset>
      {exceptions.length > 0 && (
        <div className="rounded-md border border-high/40 bg-high/5 px-3 py-2 text-sm">
          <p className="pb-1 font-medium">{t("despite")}</p>
          <ul className="space-y-0.5">
            {exceptions.map((exception) => (
              <li key={exception} className="flex items-center gap-1.5">
                <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-high" />
                {t(`exception.${exception}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {asksForCode && (
        <div className="space-y-1.5">
          <label htmlFor={codeField} className="block font-medium text-sm">
            {t("code")}
          </label>
          <select
            id={codeField}
            required
            value={chosen}
            onChange={({ target }) => draft.change({ code: target.value || null })}
            className="h-9 w-full rounded-md border border-input bg-card px-2 text-sm"
          >
            <option value="">{t("choose")}</option>
            {codes.map((entry) => (
              <option key={entry.code} value={entry.code}>
                {locale === "en" ? entry.en : entry.es}
              </option>
            ))}
          </select>
          <Failure says={isError ? t("failed") : null} />
        </div>
      )}
      {resolution !== null && (
        <Words
          label={t(exceptions.length > 0 ? "why" : "words")}
          hint={t("wordsHint")}
          required={exceptions.length > 0}
          value={draft.text}
          onChange={(text) => draft.change({ text })}
        />
      )}
      <DraftNote draft={draft} />
    </StepDialog>
  );
}

/** The facts of the page that exceptions are made of. */
const decidedOn = ({ findings, items }: VerificationDetail) => ({
  run: findings,
  items: items.map((item) => ({ ...item, problem: itemProblem(item) })),
});
