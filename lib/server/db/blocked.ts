/** SQL: this column is the id of a blocked file, of which pages and messages show nothing (`lib/server/privacy/blocking`). */
export const isBlockedId = (column: string): string =>
  `EXISTS (SELECT FROM blocked_verifications AS blocked WHERE blocked.verification_id = ${column})`;
