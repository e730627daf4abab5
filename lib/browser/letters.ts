import type { Letter, Letters } from "#lib/contract/letters/letter.ts";
import { post, queryOf } from "./api.ts";
import { verificationKeys } from "./query-keys.ts";

const path = (id: string) => `/api/verifications/${encodeURIComponent(id)}/letters`;

/** Without a live stream the result of a letter still appears. */
const PENDING_MS = 5_000;

export const lettersOptions = (id: string) =>
  queryOf<Letters>(verificationKeys.letters(id), path(id), {
    refetchInterval: ({ state }) => state.data?.items.some((letter) => letter.state === "pending") && PENDING_MS,
  });

export type NewLetter = Pick<Letter, "letter_id" | "to" | "subject" | "text">;

export const sendLetter = (id: string, letter: NewLetter) => post<Letter>(path(id), letter);
