import type { DeletedOfFile } from "#lib/records/contract/privacy/erasures.ts";

/** What a module keeps in the database, for the parts that delete, block and restore the rows of all modules. */
export type StoredByModule = {
  /**
   * Every table with a column `verification_id`, except `inbox`: an erasure deletes the rows of its file. Those that hold
   * computed data or work in progress (`derived`) are deleted as soon as the file is blocked.
   */
  tables?: Readonly<Record<string, TableOfFile>>;
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
