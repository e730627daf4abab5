/** Code points, after normalisation: a person counts what they see. */
export const PASSWORD_MIN = 12;
/** UTF-16 units of what may be sent: far above any sentence, and a bound for what is hashed. */
export const PASSWORD_MAX = 1000;

/** A password in the form in which it is counted, compared and hashed, however a keyboard composes its accents. */
export const normalPassword = (password: string): string => password.normalize("NFKC");

export const isLongEnough = (password: string): boolean => [...normalPassword(password)].length >= PASSWORD_MIN;
