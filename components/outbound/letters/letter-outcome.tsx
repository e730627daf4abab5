import { useTranslations } from "next-intl";
import { Remark, type RemarkState } from "#components/kit/remark.tsx";
import { useOpenWords } from "#components/kit/words.tsx";
import type { Letter, LetterState } from "#lib/outbound/contract/letters/letter.ts";

const LETTER_MARKS: Record<LetterState, RemarkState> = {
  pending: "open",
  sent: "good",
  refused: "bad",
  bounced: "bad",
  failed: "bad",
  unknown: "unknown",
};

export function LetterOutcome({ letter: { state, error } }: { letter: Pick<Letter, "state" | "error"> }) {
  const t = useTranslations("letters");
  const waits = state === "pending" && error !== null;
  const cause = useOpenWords("letters.cause")(state === "bounced" ? null : error);
  return (
    <Remark mark={waits ? "warning" : LETTER_MARKS[state]} className="text-xs">
      <span>{t(`state.${waits ? "waits" : state}`)}</span>
      {cause !== null && <span>{` ${cause}`}</span>}
    </Remark>
  );
}
