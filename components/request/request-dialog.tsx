"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useCurrentUser } from "#components/page/current-user.tsx";
import { DraftNote, type DraftState, useDraft } from "#components/page/draft.tsx";
import { LaterMessages } from "#components/page/later-messages.tsx";
import { Failure } from "#components/page/message.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { useBoundReview } from "#components/review/bound-review.ts";
import { useFollowUpField } from "#components/review/follow-up.ts";
import { useReviewStep } from "#components/review/review-step.ts";
import { StepDialog } from "#components/review/step-dialog.tsx";
import { changeReview, reviewChoicesOptions } from "#lib/browser/reviews.ts";
import { verificationOptions } from "#lib/browser/verifications.ts";
import { MOST_DRAFT_TEXT } from "#lib/contract/drafts/draft.ts";
import { LOCALES, type Locale } from "#lib/contract/preferences.ts";
import { letterOf, titleOf } from "#lib/contract/review/request.ts";
import type { Review, ReviewChoices } from "#lib/contract/verifications/review.ts";
import type { VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel, FieldLegend } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { LetterActions } from "./letter-actions.tsx";
import { Points, type Request, useLetterWords, useRequest } from "./request-points.tsx";

type Props = { verificationId: string; onClosed: () => void };

/**
 * A letter that asks the customer for what a file lacks, in either language, to copy, mail or print; that it was sent makes
 * the file wait, and keeps what was asked. It brings its own words along.
 */
export function RequestDialog(props: Props) {
  const { data: detail } = useQuery({ ...verificationOptions(props.verificationId), enabled: false });
  if (!detail?.review) return null;
  return (
    <LaterMessages of="review-actions">
      <LaterMessages of="request">
        <Letter {...props} detail={detail} review={detail.review} />
      </LaterMessages>
    </LaterMessages>
  );
}

type LetterProps = Props & { detail: VerificationDetail; review: Review };

function Letter({ verificationId, detail: liveDetail, review: liveReview, onClosed }: LetterProps) {
  const t = useTranslations("request");
  const live = { detail: liveDetail, review: liveReview };
  const { detail, review, news } = useBoundReview(live, live);
  const { title, tag } = detail.verification;
  const choices = useQuery(reviewChoicesOptions());
  const draft = useDraft(verificationId, "letter");
  const step = useReviewStep({ verification_id: verificationId, name: title ?? tag ?? verificationId }, () => {
    draft.discard();
    onClosed();
  });
  const field = useFollowUpField(null);
  const request = useRequest(verificationId, detail);
  const canWait = waits(review);
  return (
    <StepDialog
      wide
      title={t("title")}
      about={t("about")}
      {...(canWait ? { submit: t("submit") } : { cancel: t("close") })}
      step={step}
      news={news}
      over={canWait && !waits(liveReview)}
      ready={canWait && field.value !== ""}
      onClosed={onClosed}
      onSubmit={() =>
        step.mutate({
          name: "waited",
          run: () =>
            changeReview(verificationId, {
              version: review.version,
              state: "waiting",
              follow_up_on: field.value,
              request: request.chosen,
            }),
        })
      }
    >
      <Points {...request} />
      {choices.data && <Text detail={detail} choices={choices.data} draft={draft} day={field.value} {...request} />}
      <Failure says={choices.isError ? t("failed") : null}>
        <Button variant="outline" size="sm" onClick={() => choices.refetch()}>
          {t("retry")}
        </Button>
      </Failure>
      {canWait ? (
        <TextField label={t("day")} hint={t("hint")} {...field} className="max-w-44" />
      ) : (
        <p className="text-muted-foreground text-sm">{t("notNow")}</p>
      )}
    </StepDialog>
  );
}

/** A decision that stands or is proposed makes no file wait. */
const waits = ({ state }: Review): boolean => state !== "resolved" && state !== "approval";

type TextProps = Request & {
  detail: VerificationDetail;
  choices: ReviewChoices;
  draft: DraftState;
  /** Of the follow-up; empty while none is chosen. */
  day: string;
};

/** The letter, which one may change: from then on it stays as it was written. */
function Text({ detail, choices, draft, day, chosen, nameOf }: TextProps) {
  const t = useTranslations("request");
  const field = useId();
  const templateField = useId();
  const officer = useCurrentUser().name;
  const [picked, setPicked] = useState<Locale | null>(null);
  const [name, setName] = useState("");
  const customers: Locale = choices.letter.language === "en" ? "en" : "es-MX";
  const locale = picked ?? LOCALES.find((one) => one === draft.choice) ?? customers;
  const written = draft.isOwn ? draft.text : null;
  const words = useLetterWords(locale);
  if (!words) return null;
  const templates = choices.letters.find((letter) => letter.name === name) ?? choices.templates;
  const frame = { ...choices.letter, officer, day: day && dayIn(locale, day) };
  const template = templates[locale === "en" ? "en" : "es"];
  const text = written ?? letterOf(chosen, template, { ...detail.verification, nameOf, frame }, words);
  return (
    <div className="space-y-2">
      {choices.letters.length > 0 && (
        <Field>
          <FieldLabel htmlFor={templateField}>{t("template")}</FieldLabel>
          <NativeSelect id={templateField} value={name} onChange={({ target }) => setName(target.value)}>
            <NativeSelectOption value="">{t("standard")}</NativeSelectOption>
            {choices.letters.map((letter) => (
              <NativeSelectOption key={letter.name} value={letter.name}>
                {letter.name}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FieldLabel htmlFor={field}>{t("letter")}</FieldLabel>
        <RadioGroup
          name="letter-language"
          value={locale}
          onValueChange={(value) => setPicked(LOCALES.find((one) => one === value) ?? null)}
          className="flex gap-3"
        >
          <FieldLegend className="sr-only">{t("language")}</FieldLegend>
          {LOCALES.map((one) => (
            <FieldLabel key={one} className="gap-1.5 font-normal">
              <RadioGroupItem value={one} />
              {t(`languages.${one}`)}
            </FieldLabel>
          ))}
        </RadioGroup>
      </div>
      <Textarea
        id={field}
        autoFocus
        lang={locale}
        value={text}
        onChange={({ target }) => draft.change({ text: target.value, choice: locale })}
        maxLength={MOST_DRAFT_TEXT}
        rows={12}
        autoComplete="off"
        className="[field-sizing:fixed] leading-relaxed"
      />
      {written !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
          {t("changed")}
          {draft.from === null && (
            <Button variant="outline" size="xs" onClick={draft.discard}>
              {t("again")}
            </Button>
          )}
        </p>
      )}
      <DraftNote draft={draft}>{t("again")}</DraftNote>
      <LetterActions subject={words.subject(titleOf(detail.verification) ?? words.unnamedFile)} text={text} />
    </div>
  );
}

/** A day in the language of a letter, which is of no zone. */
const dayIn = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));
