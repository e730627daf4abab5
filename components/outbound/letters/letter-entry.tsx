import { Mail } from "lucide-react";
import { useTranslations } from "next-intl";
import { ExactInstant } from "#components/kit/time.tsx";
import type { Letter } from "#lib/outbound/contract/letters/letter.ts";
import { LetterOutcome } from "./letter-outcome.tsx";

/** A letter between the entries of the activity, with its state; unfolded, its text and the mail server's answer. */
export function LetterEntry({ letter }: { letter: Letter }) {
  const t = useTranslations("letters");
  const { to, author, subject, text, answer } = letter;
  return (
    <li className="py-2 text-sm">
      <article aria-label={t("by", { name: author.name })} className="flex gap-2">
        <Mail aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
        <div className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col">
          <ExactInstant
            at={letter.created_at}
            className="w-28 shrink-0 text-muted-foreground text-xs tabular-nums leading-5"
          />
          <div className="wrap-anywhere min-w-0 flex-1 space-y-1">
            <p>{t("sentTo", { name: author.name, to })}</p>
            <LetterOutcome letter={letter} />
            <details className="text-xs">
              <summary className="w-fit rounded text-muted-foreground">{t("show")}</summary>
              <div className="mt-1.5 space-y-1.5">
                <p className="font-medium">{subject}</p>
                <p className="whitespace-pre-wrap">{text}</p>
                {answer !== null && (
                  <p className="text-muted-foreground">
                    {t("answer")} <code translate="no">{answer}</code>
                  </p>
                )}
              </div>
            </details>
          </div>
        </div>
      </article>
    </li>
  );
}
