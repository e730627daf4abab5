import type { Letter, Letters } from "#lib/contract/letters/letter.ts";
import { fileUrl, post, queryOf } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

/** While a letter is pending its result is polled, so that it appears without a live stream too. */
const PENDING_POLL_MS = 5_000;

export const lettersOptions = (id: string) =>
  queryOf<Letters>(verificationKeys.letters(id), fileUrl(id, "/letters"), {
    refetchInterval: ({ state }) => state.data?.items.some((letter) => letter.state === "pending") && PENDING_POLL_MS,
  });

export type NewLetter = Pick<Letter, "letter_id" | "to" | "subject" | "text">;

export const sendLetter = (id: string, letter: NewLetter) => post<Letter>(fileUrl(id, "/letters"), letter);
