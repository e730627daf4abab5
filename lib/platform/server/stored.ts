import type { DeletedOfFile } from "#lib/platform/manifest.ts";

/** The tables and statements of a module, for erasures, blockings and restores. */
export type StoredByModule = {
  /**
   * Every table with a column `verification_id`, except `inbox`: an erasure deletes the rows of its file. Tables of
   * computed data or of work in progress (`derived`) lose these rows as soon as the file is blocked.
   */
  tables?: Readonly<Record<string, TableOfFile>>;
  /** Tables of computed rows that a rebuild of the projections empties. */
  rebuilt?: readonly string[];
  /** Statements for files whose reviews have changed, `$1`: an array of their ids. They run in the same transaction. */
  whenReviewed?: readonly string[];
  /** Statements for a file that is blocked, `$1`. */
  whenBlocked?: readonly string[];
  /** Statements after a restore: no work of that time goes on, and no access that may have ended since. */
  whenRestored?: readonly string[];
};

export type TableOfFile = {
  derived: boolean;
  /** The name of its rows in the certificate of an erasure and among the data kept about a person; `other` by default. */
  counted?: DeletedOfFile;
};

export const DERIVED: TableOfFile = { derived: true };
export const KEPT: TableOfFile = { derived: false };
