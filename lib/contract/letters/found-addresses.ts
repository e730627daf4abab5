import { isMailAddress } from "#lib/contract/mail/is-mail-address.ts";

const MAX_FOUND = 5;
const MAX_VALUES = 5_000;
const NAMED = /mail|correo/i;

/** The mail addresses among the values of an answer, at any depth: those of fields named so first, each once. */
export function foundAddresses(answer: unknown): string[] {
  const named = new Set<string>();
  const others = new Set<string>();
  const open: [name: string, value: unknown][] = [["", answer]];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen += 1) {
    const [name, value] = open.shift() as [string, unknown];
    if (typeof value === "string") {
      const address = value.trim();
      if (isMailAddress(address)) (NAMED.test(name) ? named : others).add(address);
    } else if (Array.isArray(value))
      open.push(...value.slice(0, MAX_VALUES).map((one) => [name, one] as [string, unknown]));
    else if (typeof value === "object" && value !== null) open.push(...Object.entries(value).slice(0, MAX_VALUES));
  }
  return [...new Set([...named, ...others])].slice(0, MAX_FOUND);
}
