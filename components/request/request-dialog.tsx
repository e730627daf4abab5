"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { LaterMessages } from "#components/page/later-messages.tsx";
import { useReviewStep } from "#components/review/review-step.ts";
import { StepDialog } from "#components/review/step-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/input.tsx";
import { Failure } from "#components/ui/message.tsx";
import { verificationPeopleOptions } from "#lib/browser/people.ts";
import { changeReview, reviewChoicesOptions } from "#lib/browser/reviews.ts";
import { verificationOptions } from "#lib/browser/verifications.ts";
import { peopleOutcome, personName } from "#lib/contract/people/person.ts";
import { LOCALES, type Locale } from "#lib/contract/preferences.ts";
import { isForCustomer, letterOf, lineOf, pointKey, requestPoints, titleOf } from "#lib/contract/review/request.ts";
import type { Review, ReviewChoices } from "#lib/contract/verifications/review.ts";
import { itemProblem, type VerificationDetail } from "#lib/contract/verifications/verification.ts";
import { LetterActions } from "./letter-actions.tsx";
import { letterWords, letterWordsOptions } from "./letter-words.ts";

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

function Letter({ verificationId, detail, review, onClosed }: LetterProps) {
  const t = useTranslations("request");
  const { title, tag } = detail.verification;
  const choices = useQuery(reviewChoicesOptions());
  const step = useReviewStep({ verification_id: verificationId, name: title ?? tag ?? verificationId }, onClosed);
  const [day, setDay] = useState<string | null>(null);
  const request = useRequest(verificationId, detail);
  const follow_up_on = day ?? choices.data?.follow_up_on ?? "";
  const canWait = review.state !== "resolved" && review.state !== "approval";
  return (
    <StepDialog
      wide
      title={t("title")}
      about={t("about")}
      {...(canWait ? { submit: t("submit") } : { cancel: t("close") })}
      step={step}
      ready={canWait && follow_up_on !== ""}
      onClosed={onClosed}
      onSubmit={() =>
        step.mutate({
          name: "waited",
          run: () =>
            changeReview(verificationId, {
              version: review.version,
              state: "waiting",
              follow_up_on,
              request: request.chosen,
            }),
        })
      }
    >
      <Points {...request} />
      {choices.data && <Text detail={detail} choices={choices.data} {...request} />}
      <Failure says={choices.isError ? t("failed") : null}>
        <Button variant="outline" size="sm" onClick={() => choices.refetch()}>
          {t("retry")}
        </Button>
      </Failure>
      {canWait ? (
        <Field
          label={t("day")}
          hint={t("hint")}
          type="date"
          required
          value={follow_up_on}
          onChange={({ target }) => setDay(target.value)}
          className="max-w-44"
        />
      ) : (
        <p className="text-muted-foreground text-sm">{t("notNow")}</p>
      )}
    </StepDialog>
  );
}

/** What a file lacks, who is named in it, and what of it is asked for. */
function useRequest(verificationId: string, { findings, items, verification }: VerificationDetail) {
  const { data: listed, isError } = useQuery(verificationPeopleOptions(verificationId));
  // What a customer is not asked for, or all the same: what is learned meanwhile is asked for as it would be anyway.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const people = listed?.full_list ?? [];
  const points = requestPoints({
    findings: findings?.items ?? [],
    items: items.map((item) => ({ ...item, problem: itemProblem(item) })),
    people: people.map((person) => ({
      people_id: person.people_id,
      outcome: peopleOutcome(person),
      people_error: person.lookup_error?.people_error ?? null,
    })),
    documents_status: verification.documents_status,
  });
  const isChosen = (point: (typeof points)[number]) => isForCustomer(point) !== turned.has(pointKey(point));
  return {
    points,
    chosen: points.filter(isChosen),
    isChosen,
    turn: (point: (typeof points)[number]) => setTurned((all) => withTurned(all, pointKey(point))),
    nameOf: (id: number) => {
      const person = people.find(({ people_id }) => people_id === id);
      return person ? personName(person) : null;
    },
    people: listed ? ("known" as const) : isError ? ("failed" as const) : ("loading" as const),
  };
}

function withTurned(all: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = [...all].filter((one) => one !== key);
  return new Set(all.has(key) ? others : [...others, key]);
}

type Request = ReturnType<typeof useRequest>;

/** In the reader's language, as the letter has them. */
function Points({ points, isChosen, turn, nameOf, people }: Request) {
  const t = useTranslations("request");
  const words = useLetterWords(useLocale() as Locale);
  return (
    <fieldset>
      <legend className="pb-1.5 font-medium text-sm">{t("points")}</legend>
      <div className="max-h-52 space-y-0.5 overflow-y-auto">
        {words &&
          points.map((point) => (
            <label
              key={pointKey(point)}
              className="flex items-start gap-2.5 rounded-md px-2 py-1 text-sm hover:bg-muted"
            >
              <input
                type="checkbox"
                checked={isChosen(point)}
                onChange={() => turn(point)}
                // Nothing is sent by a key that is meant for the box.
                onKeyDown={(event) =>
                  event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.preventDefault()
                }
                className="mt-1 accent-primary"
              />
              <span className="wrap-anywhere min-w-0">
                {lineOf(point, nameOf, words)}
                {/* Two documents may read alike; the letter has no numbers. */}
                {point.about === "item" && <span className="text-muted-foreground text-xs"> #{point.item_id}</span>}
              </span>
            </label>
          ))}
      </div>
      {points.length === 0 && people === "known" && <p className="text-muted-foreground text-sm">{t("noPoints")}</p>}
      <p role="status" className="px-2 text-muted-foreground text-xs empty:hidden">
        {people === "failed" ? t("peopleFailed") : people === "loading" ? t("peopleLoading") : null}
      </p>
    </fieldset>
  );
}

function useLetterWords(locale: Locale) {
  const { data } = useQuery(letterWordsOptions(locale));
  return data && letterWords(locale, data);
}

type TextProps = Request & { detail: VerificationDetail; choices: ReviewChoices };

/** The letter, which one may change: from then on it stays as it was written. */
function Text({ detail, choices, chosen, nameOf }: TextProps) {
  const t = useTranslations("request");
  const field = useId();
  const [locale, setLocale] = useState<Locale>(useLocale() as Locale);
  const [written, setWritten] = useState<string | null>(null);
  const words = useLetterWords(locale);
  if (!words) return null;
  const template = choices.templates[locale === "en" ? "en" : "es"];
  const text = written ?? letterOf(chosen, template, { ...detail.verification, nameOf }, words);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={field} className="font-medium text-sm">
          {t("letter")}
        </label>
        <fieldset className="flex gap-3 text-sm">
          <legend className="sr-only">{t("language")}</legend>
          {LOCALES.map((one) => (
            <label key={one} className="flex items-center gap-1.5">
              <input
                type="radio"
                name="letter-language"
                checked={locale === one}
                onChange={() => setLocale(one)}
                className="accent-primary"
              />
              {t(`languages.${one}`)}
            </label>
          ))}
        </fieldset>
      </div>
      <textarea
        id={field}
        lang={locale}
        value={text}
        onChange={({ target }) => setWritten(target.value)}
        rows={12}
        autoComplete="off"
        className="block w-full resize-y rounded-md border border-input bg-card px-3 py-2 text-sm leading-relaxed"
      />
      {written !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
          {t("changed")}
          <Button variant="outline" size="xs" onClick={() => setWritten(null)}>
            {t("again")}
          </Button>
        </p>
      )}
      <LetterActions subject={words.subject(titleOf(detail.verification) ?? words.unnamedFile)} text={text} />
    </div>
  );
}
