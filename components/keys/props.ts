import type { ReplacementKey } from "#lib/browser/keys.ts";
import type { KeyReplacement, ListedKey, ListedKeys } from "#lib/contract/keys/keys.ts";

/** Whoever changes something about keys: whose password may be asked for, and what is read again afterwards. */
export type ChangeProps = { email: string; onSettled: () => void };

export type DialogProps = ChangeProps & { onClosed: () => void };

/** A dialog about this key. */
export type KeyDialogProps = DialogProps & { listed: ListedKey };

/** What goes on with replacements: the keys as far as they are known, what is to be told once, and what has ended. */
export type ReplacingProps = ChangeProps & {
  keys: ListedKeys | undefined;
  onMinted: (minted: ReplacementKey) => void;
  onEnded: (ended: KeyReplacement) => void;
};
