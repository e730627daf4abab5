const VALID_DAYS = 180;

/**
 * The text of `/.well-known/security.txt` (RFC 9116), with its two required fields. Each start takes the contact from
 * the settings, so the text is valid for half a year from now; the RFC recommends less than a year.
 */
export function securityText(contact: string, now: Date): string {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS);
  // A whole day: two answers of one day are equal.
  expires.setUTCHours(0, 0, 0, 0);
  return `Contact: ${contact}\nExpires: ${expires.toISOString().replace(".000", "")}\n`;
}
