import type { MintedKey } from "#lib/browser/key-replacements.ts";
import type { ListedKey, ListedKeys } from "#lib/contract/keys/api-key-list.ts";
import type { KeyReplacement } from "#lib/contract/keys/key-replacement.ts";

/** Whoever changes something about keys: whose password may be asked for, and what is read again afterwards. */
export type ChangeProps = { email: string; onSettled: () => void };

export type DialogProps = ChangeProps & { onClosed: () => void };

/** A dialog about this key. */
export type KeyDialogProps = DialogProps & { listed: ListedKey };

/** What goes on with replacements: the keys as far as they are known, what is to be told once, and what has ended. */
export type ReplacingProps = ChangeProps & {
  keys: ListedKeys | undefined;
  onMinted: (minted: MintedKey) => void;
  onEnded: (ended: KeyReplacement) => void;
};
