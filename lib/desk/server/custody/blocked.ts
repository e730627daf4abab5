/** SQL: a column is the id of a blocked file, which no page or message shows (`lib/records/server/privacy/blocking`). */
export const isBlockedId = (column: string): string =>
  `EXISTS (SELECT FROM blocked_verifications AS blocked WHERE blocked.verification_id = ${column})`;
