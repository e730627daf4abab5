import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { MAX_NUMBERED } from "#components/kit/page-keys.ts";
import { useItemErrorCause, useWords } from "#components/kit/words.tsx";
import { verificationPeopleOptions } from "#lib/core/browser/people.ts";
import { personName } from "#lib/core/contract/people/person.ts";
import type { VerificationDetail } from "#lib/core/contract/verifications/verification.ts";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";
import { openItems } from "#lib/desk/contract/review/exceptions.ts";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

/** A sentence for the reason of an acceptance, with its code in the catalogue of the policy. */
export type Sentence = { code: string | null; name: string; text: string };

/**
 * The sentences that are offered for the exceptions of a file: the reason of its last acceptance, then those of the policy
 * with the documents and people that they are about.
 */
export function useSentences({ verification, items, review_standing }: VerificationDetail): Sentence[] {
  const t = useTranslations("review-actions.decide");
  const locale = useLocale();
  const itemType = useWords("itemType");
  const causeOf = useItemErrorCause();
  const { data: choices } = useQuery(reviewChoicesOptions());
  const { data: listed } = useQuery({ ...verificationPeopleOptions(verification.verification_id), enabled: false });
  const open = review_standing?.open;
  const documents = open?.exceptions.includes("failed_item")
    ? openItems({ items }).map(({ item_type: type, item_error: error }) =>
        type === null ? (causeOf(error ?? "") ?? error) : (itemType(type) ?? type),
      )
    : [];
  const people = (open?.people ?? []).map(({ people_id }) => {
    const known = listed?.full_list.find((one) => one.people_id === people_id);
    return known ? personName(known) : null;
  });
  const subjects = [...new Set([...documents, ...people])].filter(Boolean).join(", ");
  const last = review_standing?.decision;
  const again = last?.resolution === "accepted" && last.reason !== null ? last : null;
  return [
    ...(again?.reason ? [{ code: again.reason_code, name: t("asLastTime"), text: again.reason }] : []),
    ...(choices?.catalogue ?? [])
      .filter((entry) => entry.for.includes("accepted"))
      .map((entry) => {
        const name = locale === "en" ? entry.en : entry.es;
        return { code: entry.code, name, text: `${subjects === "" ? name : `${subjects}: ${name}`}.` };
      }),
  ];
}

type Props = { sentences: readonly Sentence[]; onChosen: (sentence: Sentence) => void };

export function Sentences({ sentences, onChosen }: Props) {
  const t = useTranslations("review-actions.decide");
  if (sentences.length === 0) return null;
  return (
    <ul aria-label={t("sentences")} className="flex flex-wrap gap-1.5">
      {sentences.map((sentence, index) => (
        <li key={sentence.name} className="min-w-0">
          <Button
            variant="outline"
            size="xs"
            className="h-auto max-w-full whitespace-normal py-1 text-left font-normal"
            aria-keyshortcuts={index < MAX_NUMBERED ? `Alt+${index + 1}` : undefined}
            onClick={() => onChosen(sentence)}
          >
            {sentence.name}
            {index < MAX_NUMBERED && <Kbd aria-hidden>Alt {index + 1}</Kbd>}
          </Button>
        </li>
      ))}
    </ul>
  );
}
