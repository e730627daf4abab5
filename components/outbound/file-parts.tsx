import { useQuery } from "@tanstack/react-query";
import { Mail, PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { type FileParts, WRITE_TO_CUSTOMER, type WrittenEntry } from "#components/kit/file-parts.ts";
import { Hint } from "#components/kit/hint.tsx";
import { usePageKeys } from "#components/kit/page-keys.ts";
import { ExactInstant } from "#components/kit/time.tsx";
import { LetterOutcome } from "#components/outbound/letters/letter-outcome.tsx";
import { RequestDialog } from "#components/outbound/letters/request-dialog.tsx";
import { lettersOptions } from "#lib/outbound/browser/letters.ts";
import type { Letter } from "#lib/outbound/contract/letters/letter.ts";
import { Button } from "@/components/ui/button";

const SHORTCUT = "m";

/** Opens the letter to the customer, for users who may put the file on hold. */
function WriteToCustomer({ verificationId, advised }: { verificationId: string; advised: boolean }) {
  const t = useTranslations("review-file");
  const writes = useCurrentUser().may("reviews.decide");
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  usePageKeys((event) => {
    if (event.key !== SHORTCUT || !writes) return;
    event.preventDefault();
    show();
  });
  useEffect(() => {
    window.addEventListener(WRITE_TO_CUSTOMER, show);
    return () => window.removeEventListener(WRITE_TO_CUSTOMER, show);
  });
  if (!writes) return null;
  const action = t("request.open");
  return (
    <div className="print:hidden">
      <Hint text={t("withKey", { action, key: SHORTCUT })}>
        <Button variant={advised ? "default" : "outline"} size="xs" aria-keyshortcuts={SHORTCUT} onClick={show}>
          <PencilLine aria-hidden className="size-3.5" />
          {action}
        </Button>
      </Hint>
      {open && <RequestDialog verificationId={verificationId} onClosed={() => setOpen(false)} />}
    </div>
  );
}

/** A letter between the entries of the activity, with its state; unfolded, its text and the mail server's answer. */
function LetterEntry({ letter }: { letter: Letter }) {
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

function useLetters(verificationId: string): WrittenEntry[] {
  const { items = [] } = useQuery(lettersOptions(verificationId)).data ?? {};
  return items.map((letter) => ({
    key: `letter ${letter.letter_id}`,
    at: letter.created_at,
    shown: <LetterEntry letter={letter} />,
  }));
}

export const outbound: FileParts = {
  documentActions: [{ name: "letter", Part: WriteToCustomer }],
  writings: [useLetters],
};
