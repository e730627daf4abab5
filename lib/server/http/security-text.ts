const VALID_DAYS = 180;

/**
 * The text of `/.well-known/security.txt` (RFC 9116), with the two fields that it requires. The operator states the contact
 * anew with each start, so that the text is valid for half a year from now; the RFC recommends less than a year.
 */
export function securityText(contact: string, now: Date): string {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS);
  // A whole day: two answers of one day are the same.
  expires.setUTCHours(0, 0, 0, 0);
  return `Contact: ${contact}\nExpires: ${expires.toISOString().replace(".000", "")}\n`;
}
