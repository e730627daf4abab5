import { useQuery } from "@tanstack/react-query";
import type { FileParts, WrittenEntry } from "#components/kit/file-parts.ts";
import { lettersOptions } from "#lib/outbound/browser/letters.ts";
import { LetterEntry } from "./letters/letter-entry.tsx";
import { WriteToCustomer } from "./letters/write-to-customer.tsx";

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
