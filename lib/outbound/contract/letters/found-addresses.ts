import { isMailAddress } from "#lib/platform/contract/mail/is-mail-address.ts";

const MAX_FOUND = 5;
const MAX_VALUES = 5_000;
const MAIL_FIELD_NAME = /mail|correo/i;

/** The distinct mail addresses among the values of an answer, at any depth; first those of fields named like mail. */
export function foundAddresses(answer: unknown): string[] {
  const named = new Set<string>();
  const others = new Set<string>();
  const open: [name: string, value: unknown][] = [["", answer]];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const [name, value] = open.shift() as [string, unknown];
    if (typeof value === "string") {
      const address = value.trim();
      if (isMailAddress(address)) (MAIL_FIELD_NAME.test(name) ? named : others).add(address);
    } else if (Array.isArray(value))
      open.push(...value.slice(0, MAX_VALUES).map((one) => [name, one] as [string, unknown]));
    else if (typeof value === "object" && value !== null) open.push(...Object.entries(value).slice(0, MAX_VALUES));
  }
  return [...new Set([...named, ...others])].slice(0, MAX_FOUND);
}
