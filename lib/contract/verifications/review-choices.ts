import type { Assignee } from "./review.ts";

/**
 * The choices that the policy offers: reasons, officers, periodic reviews and letters. No zod, so that pages may import it.
 */

/** The choices in the dialogs of reviews (`GET /api/review/choices`). */
export type ReviewChoices = {
  /** Reasons for rejecting and closing, in both languages. */
  catalogue: { code: string; for: ("rejected" | "closed")[]; en: string; es: string }[];
  /**
   * Accounts that a review can be given to, by name, with how many open ones each has, and how many of these are overdue.
   * Only accounts with the same name have their e-mail address here.
   */
  assignees: (Assignee & { email: string | null; open: number; overdue: number })[];
  /** After how many months an accepted file with a label comes back. */
  periodic: PeriodicRule[];
  /** When a decision needs a second person. */
  approval: "never" | "high" | "always";
  /** IANA; days of follow-up are of this zone. */
  time_zone: string;
  /** The letters to customers. */
  templates: RequestTemplates;
  /** Further letters that one may choose instead. */
  letters: NamedLetter[];
  letter: LetterFrame;
  /** When to follow up on what is asked now, unless one chooses another day: after as many working days as stall a file. */
  follow_up_on: string;
};

/** An accepted file with this label comes back after so many months. */
export type PeriodicRule = { label: string; months: number };

/** A letter to a customer, in each language, with the places of `TEMPLATE_PLACES`. */
export type RequestTemplates = { en: string; es: string };

/** A further letter, by its name for the team. */
export type NamedLetter = RequestTemplates & { name: string };

/** Language, addressee and signature of all letters of the installation. */
export type LetterFrame = {
  /** The language that customers are written in. */
  language: keyof RequestTemplates;
  /** Whom a letter is addressed to, and who signs it, with the places of `FRAME_PLACES`; empty for none. */
  addressee: string;
  signature: string;
};

/** The places of an addressee or a signature: the file's title, its tag, and the officer. */
export const FRAME_PLACES = ["title", "tag", "officer"] as const;

/**
 * The further places of a template: the points, which it has to name once, the day of the follow-up, and the addressee and
 * signature, which otherwise begin and end the letter.
 */
export const TEMPLATE_PLACES = ["points", "day", "addressee", "signature", ...FRAME_PLACES] as const;

/** Characters of an addressee or a signature, and of the name of a letter. */
export const LONGEST_FRAME = 500;
export const LONGEST_LETTER_NAME = 60;

/** Characters of a template. */
export const LONGEST_TEMPLATE = 4_000;

/**
 * Every place of a template is one that is filled, and the points are named once, so that each of them is asked for once.
 */
export function isTemplate(text: string): boolean {
  const places = placesOf(text);
  const known = places.every((place) => TEMPLATE_PLACES.some((one) => one === place));
  return known && places.filter((place) => place === "points").length === 1;
}

/** Every place of an addressee or a signature is one that is filled. */
export const isFrame = (text: string): boolean =>
  placesOf(text).every((place) => FRAME_PLACES.some((one) => one === place));

const placesOf = (text: string): (string | undefined)[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(([, place]) => place);
