/** Interval of a visible page's reports, and the time without one after which the page counts as left. */
export const PRESENCE_EVERY_MS = 10_000;
export const PRESENCE_TIMEOUT_MS = 30_000;

/** `deciding`: a dialog for a decision is open. */
export const PRESENCE_STATES = ["open", "deciding", "left"] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** Another reader of a file. */
export type Colleague = { user_id: string; name: string; deciding: boolean };

/** A file and its other readers, as far as the reader may see them; possibly none. */
export type FilePresence = { verification_id: string; colleagues: Colleague[] };

/** The live message `presence`: the changed files, or with `whole` all of them. */
export type PresenceMessage = { whole: boolean; files: FilePresence[] };
