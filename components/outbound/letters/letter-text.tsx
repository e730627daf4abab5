import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useId, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { DraftNote, type DraftState } from "#components/kit/draft.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { type MailSteps, SendLetter } from "#components/outbound/letters/send-letter.tsx";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { MAX_DRAFT_TEXT } from "#lib/desk/contract/drafts/draft.ts";
import type { ReviewChoices } from "#lib/desk/contract/review/choices.ts";
import { letterOf, titleOf } from "#lib/desk/contract/review/request.ts";
import { LOCALES, type Locale } from "#lib/platform/contract/preferences.ts";
import { Button } from "@/components/ui/button";
import { FieldLabel, FieldLegend } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import { LetterActions } from "./letter-actions.tsx";
import { type Request, useLetterWords } from "./request-points.tsx";

type Props = Pick<Request, "chosen" | "nameOf"> & {
  detail: VerificationDetail;
  choices: ReviewChoices;
  draft: DraftState;
  /** Follow-up day; empty before one is chosen. */
  day: string;
  mail: RefObject<MailSteps | null>;
  /** Called when the letter has left: mailed, copied, taken over by a mail program, or printed. */
  onUsed: () => void;
  /** The fields between the letter and its mail. */
  children?: ReactNode;
};

/** The letter's text, which is not generated again after an edit, and its mail. */
export function LetterText({ detail, choices, draft, day, mail, onUsed, chosen, nameOf, children }: Props) {
  const t = useTranslations("request");
  const field = useId();
  const officer = useCurrentUser().name;
  const [picked, setPicked] = useState<Locale | null>(null);
  const [name, setName] = useState("");
  const customers: Locale = choices.letter.language === "en" ? "en" : "es-MX";
  const locale = picked ?? LOCALES.find((one) => one === draft.choice) ?? customers;
  const written = draft.isOwn ? draft.text : null;
  const words = useLetterWords(locale);
  if (!words) return children;
  const templates = choices.letters.find((letter) => letter.name === name) ?? choices.templates;
  const frame = { ...choices.letter, officer, day: day && dayIn(locale, day) };
  const template = templates[locale === "en" ? "en" : "es"];
  const text = written ?? letterOf(chosen, template, { ...detail.verification, nameOf, frame }, words);
  const subject = words.subject(titleOf(detail.verification) ?? words.unnamedFile);
  return (
    <>
      <div className="min-w-0 space-y-2 lg:row-span-3">
        {choices.letters.length > 0 && (
          <SelectField
            label={t("template")}
            values={["", ...choices.letters.map((letter) => letter.name)]}
            nameOf={(letter) => letter || t("standard")}
            value={name}
            onChange={setName}
            className=""
          />
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
                <span>{t(`languages.${one}`)}</span>
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
          maxLength={MAX_DRAFT_TEXT}
          autoComplete="off"
          className="max-h-[60dvh] min-h-72 leading-relaxed"
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
        <LetterActions subject={subject} text={text} onUsed={onUsed} />
      </div>
      {children}
      <div className="min-w-0 empty:hidden lg:col-start-2">
        <SendLetter ref={mail} detail={detail} subject={subject} text={text} onSent={onUsed} />
      </div>
    </>
  );
}

/** A calendar day, without a zone, in the language of the letter. */
const dayIn = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));
