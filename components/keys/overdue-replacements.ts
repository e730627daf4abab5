import { isOpen, type KeyReplacement } from "#lib/contract/keys/keys.ts";

/** After this long admins are reminded, because two keys work where one should. */
const REMIND_MS = 24 * 60 * 60 * 1000;

/** The open replacements without a step for a day. */
export const overdue = (replacements: readonly KeyReplacement[], now: Date): KeyReplacement[] =>
  replacements.filter((replacement) => isOpen(replacement) && now.getTime() - lastStep(replacement) >= REMIND_MS);

const lastStep = ({ started_at, created_at, stored_at, switched_at }: KeyReplacement): number =>
  Math.max(...[started_at, created_at, stored_at, switched_at].flatMap((at) => (at === null ? [] : Date.parse(at))));
