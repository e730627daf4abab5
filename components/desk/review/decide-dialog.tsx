import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Colleagues } from "#components/desk/presence/colleagues.tsx";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { DraftNote, useDraft } from "#components/kit/draft.tsx";
import { numberedByKey } from "#components/kit/page-keys.ts";
import { TextField } from "#components/kit/text-field.tsx";
import type { Resolution } from "#lib/core/contract/verifications/review.ts";
import { RESOLUTIONS } from "#lib/core/contract/verifications/review-codes.ts";
import type { Finding, VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { changeReview, reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import { hasHighFinding, highFindings } from "#lib/desk/contract/review/exceptions.ts";
import { explainedReason, reasonLine } from "#lib/desk/contract/review/explanations.ts";
import type { FileDetail } from "#lib/desk/contract/review/file-detail.ts";
import { periodicDay } from "#lib/desk/contract/review/periodic.ts";
import { dayAfter } from "#lib/platform/contract/time.ts";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Kbd } from "@/components/ui/kbd";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Circumstances } from "./circumstances.tsx";
import { CodeField, placeOfKey } from "./code-field.tsx";
import { ExceptionsList } from "./exceptions-list.tsx";
import { Explained, ExplainFindings } from "./explanation.tsx";
import { todayIn } from "./follow-up.ts";
import { undoneStep } from "./last-step.ts";
import { useFollowUpDay } from "./review-marks.tsx";
import { unlessProposed, useReviewStep } from "./review-step.ts";
import { type Sentence, Sentences, useSentences } from "./sentences.tsx";
import { type DialogProps, StepDialog, Words } from "./step-dialog.tsx";
import { useExplanations } from "./use-explanations.ts";

/**
 * Decides with three key presses: 1, 2 or 3, the required fields, then Ctrl or Cmd with Enter. The exceptions of an
 * acceptance are listed before the reason field.
 */
export function DecideDialog({ detail, review, file, ...frame }: DialogProps) {
  const t = useTranslations("review-actions.decide");
  const locale = useLocale();
  const user = useCurrentUser();
  const returned = detail.review_standing?.returned;
  const own = returned?.user_id === user.id ? returned : null;
  const [undone] = useState(() => undoneStep(file.verification_id, "decide"));
  // The author of a returned decision continues from the earlier text.
  const draft = useDraft(file.verification_id, "decide", own?.reason ?? "", {
    choice: (undone ? undone.fields.choice : own?.resolution) ?? null,
    code: (undone ? undone.fields.code : own?.reason_code) ?? null,
  });
  const [day, setDay] = useState(undone?.reviewOn ?? "");
  const step = useReviewStep(file, frame.onClosed, { kind: "decide", draft, reviewOn: day });
  const choices = useRef<HTMLFieldSetElement>(null);
  const codeField = useRef<HTMLSelectElement>(null);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  /** The decision whose number was pressed, until the focus has moved to its required field. */
  const byNumber = useRef<Resolution | null>(null);
  /** The index of a reason whose number was pressed before the reasons were loaded. */
  const [place, setPlace] = useState<number | null>(null);
  const { data, isError } = useQuery(reviewChoicesOptions());
  const resolution = RESOLUTIONS.find((one) => one === draft.choice) ?? null;
  const facts = decidedOn(detail);
  const exceptions = resolution === "accepted" ? exceptionsNow(detail) : [];
  useEffect(() => {
    // The focus of a radio group is on its checked radio, also if a draft arrives after the dialog was opened.
    if (resolution === null || !choices.current?.contains(document.activeElement)) return;
    choices.current.querySelector<HTMLElement>("input:checked")?.focus();
  }, [resolution]);
  const asksForCode = resolution === "rejected" || resolution === "closed";
  /** The required field of the chosen decision: the reasons, which have number keys too, or the words. */
  const focusRequired = () => {
    if (asksForCode) return codeField.current?.focus();
    const field = exceptions.length > 0 ? reasonField.current : null;
    field?.focus();
    // Typed text continues a text that is there already.
    field?.setSelectionRange(field.value.length, field.value.length);
  };
  useEffect(() => {
    // An effect of an earlier update can run after the press.
    if (byNumber.current === null || byNumber.current !== resolution) return;
    byNumber.current = null;
    focusRequired();
  });
  const codes = data?.catalogue.filter((entry) => entry.for.some((one) => one === resolution)) ?? [];
  const chosen = codes.some((entry) => entry.code === draft.code) ? (draft.code ?? "") : "";
  const toExplain = exceptions.length > 0 ? highFindings(facts) : [];
  const explained = explainedReason(toExplain, useExplanations());
  const [isOwn, setIsOwn] = useState(false);
  const text = isOwn || draft.text !== "" ? draft.text : explained;
  const write = (text: string) => {
    setIsOwn(true);
    // Without words there is no sentence of the policy either.
    draft.change({ text, ...(text === "" && !asksForCode && { code: null }) });
  };
  /** Appends to the reason that the user has typed. */
  const addToReason = (finding: Finding, words: string | null) => {
    if (words !== null && draft.text !== "") write(`${draft.text.trimEnd()}\n${reasonLine(finding, words)}`);
  };
  const words = text.trim();
  const sentences = useSentences(detail);
  const offered = exceptions.length > 0 ? sentences : [];
  const insert = ({ code, text: sentence }: Sentence) => {
    setIsOwn(true);
    draft.change({ code, text: words === "" ? sentence : `${text.trimEnd()}\n${sentence}` });
    reasonField.current?.focus();
  };
  const dayOf = useFollowUpDay();
  const labels = detail.labels.filter(({ removed_at }) => removed_at === null).map(({ label }) => label);
  const byPolicy = data ? periodicDay(labels, data.periodic, todayIn(data.time_zone)) : null;
  const ready = resolution !== null && (asksForCode ? chosen !== "" : exceptions.length === 0 || words !== "");
  const submits =
    resolution === "closed"
      ? detail.review_standing?.by_two
      : resolution !== null && (data?.approval === "always" || (data?.approval === "high" && hasHighFinding(facts)));
  const isLoading = asksForCode && ((!data && !isError) || (place !== null && codes[place] !== undefined));
  const decide = () => {
    if (resolution === null) return;
    step.mutate({
      name: unlessProposed(resolution),
      run: () =>
        changeReview(file.verification_id, review, {
          state: "resolved",
          resolution,
          ...((asksForCode || (exceptions.length > 0 && chosen !== "")) && { reason_code: chosen }),
          ...(words !== "" && { reason: words }),
          ...(resolution === "accepted" && day !== "" && { review_on: day }),
        }),
    });
  };
  return (
    <StepDialog
      {...frame}
      beside
      of="review-actions.decide"
      title={t("title", { name: file.name })}
      about={t("local")}
      submit={resolution === null ? t("submit") : submits ? t("submitFor", { resolution }) : t(resolution)}
      step={step}
      ready={ready}
      loading={isLoading}
      typed={words}
      onKeyDown={(event) => {
        const sentence = numberedByKey(offered, event.nativeEvent);
        if (!sentence) return;
        event.preventDefault();
        insert(sentence);
      }}
      onSubmit={decide}
    >
      <Colleagues verificationId={file.verification_id} />
      <RadioGroup
        ref={choices}
        aria-label={t("legend")}
        value={resolution}
        onValueChange={(choice) => draft.change({ choice })}
        onKeyDown={(event) => {
          const number = placeOfKey(event);
          if (number === -1) return;
          // A second number counts for the reasons, even before the focus has moved there.
          if (byNumber.current !== null) {
            event.preventDefault();
            return setPlace(number);
          }
          const input = event.currentTarget.querySelectorAll("input")[number];
          if (!input) return;
          event.preventDefault();
          if (!input.checked) byNumber.current = RESOLUTIONS[number] ?? null;
          if (input.checked) focusRequired();
          else input.click();
        }}
        className="in-data-[slot=sheet-content]:gap-1.5 sm:not-in-data-[slot=sheet-content]:grid-cols-3"
      >
        {RESOLUTIONS.map((one, index) => (
          <Label
            key={one}
            className="cursor-pointer items-start rounded-md border border-border p-2.5 in-data-[slot=sheet-content]:py-1.5 font-normal has-focus-visible:outline-2 has-focus-visible:outline-ring has-checked:border-primary has-checked:bg-accent/50"
          >
            <RadioGroupItem value={one} className="mt-0.5 outline-none" />
            <span className="min-w-0 flex-1">{t(one)}</span>
            <Kbd aria-hidden>{index + 1}</Kbd>
          </Label>
        ))}
      </RadioGroup>
      {resolution === "accepted" && <Circumstances detail={detail} review={review} exceptions={exceptions} />}
      {exceptions.length > 0 && (
        <Alert className="block border-high/40 bg-high/5 px-3 py-2">
          <AlertTitle className="pb-1">{t("despite")}</AlertTitle>
          <AlertDescription>
            <ExceptionsList
              verificationId={file.verification_id}
              exceptions={exceptions}
              facts={facts}
              words={(exception, count) => t(`exception.${exception}`, { count })}
            >
              {(finding) => <Explained finding={finding} />}
            </ExceptionsList>
          </AlertDescription>
        </Alert>
      )}
      {asksForCode && (
        <CodeField
          ref={codeField}
          required={!isLoading}
          codes={codes.map((entry) => ({ code: entry.code, words: locale === "en" ? entry.en : entry.es }))}
          chosen={chosen}
          onChosen={(code) => draft.change({ code })}
          place={place}
          onPlace={setPlace}
          failed={isError}
        />
      )}
      <Sentences sentences={offered} onChosen={insert} />
      {resolution !== null && (
        <Words
          ref={reasonField}
          label={t(exceptions.length > 0 ? "exceptionReason" : "words")}
          hint={t("wordsHint")}
          required={exceptions.length > 0}
          value={text}
          onChange={write}
        />
      )}
      <ExplainFindings findings={toExplain} onSaved={addToReason} />
      {resolution === "accepted" && data && (
        <TextField
          label={t("reviewOn")}
          hint={byPolicy === null ? t("reviewOnHint") : t("reviewOnByPolicy", { day: dayOf(byPolicy) })}
          type="date"
          min={dayAfter(todayIn(data.time_zone))}
          value={day}
          onChange={({ target }) => setDay(target.value)}
          className="max-w-44"
        />
      )}
      <DraftNote draft={draft} />
    </StepDialog>
  );
}

/** The exceptions of an acceptance by the facts of the page. */
export const exceptionsNow = ({ review_standing }: VerificationDetail) => review_standing?.open.exceptions ?? [];

/** The facts of the page behind these exceptions. */
export const decidedOn = ({ findings, items, verification, review_standing, document_dates }: Decidable) => ({
  run: findings,
  items,
  status: verification.status,
  documents_status: verification.documents_status,
  people: review_standing?.open.people ?? [],
  document_dates,
});

type Decidable = VerificationDetail & Partial<Pick<FileDetail, "document_dates">>;
