/** How often a page that is seen says that it is open, and after how long without a word it counts as left. */
export const PRESENCE_EVERY_MS = 10_000;
export const PRESENCE_FORGOTTEN_MS = 30_000;

/** `deciding`: with a dialog open that decides. */
export const PRESENCE_STATES = ["open", "deciding", "left"] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** Somebody else who has a file open. */
export type Colleague = { user_id: string; name: string; deciding: boolean };

/** A file and all others who have it open, as far as the reader may know; nobody is an empty list. */
export type FilePresence = { verification_id: string; colleagues: Colleague[] };

/** The live message `presence`: what has changed, or with `whole` all there is. */
export type PresenceMessage = { whole: boolean; files: FilePresence[] };
