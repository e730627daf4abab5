import { z } from "zod";

/** One address of RFC 5321 in ASCII: no name before it, no list, and nothing that could end a line of a header. */
export const mailAddress = z
  .email()
  .max(254)
  .refine((text) => text.lastIndexOf("@") <= 64, "too long before the @");

export type Sender = { name: string; address: string };

const NAMED = /^(?<name>[^\p{Cc}"<>,;:@\\]{1,100}?)\s*<(?<address>[^<>]+)>$/u;

/** The sender in `address` or `Name <address>`; null for anything else. */
export function senderOf(text: string): Sender | null {
  const { name = "", address = text } = NAMED.exec(text)?.groups ?? {};
  return mailAddress.safeParse(address).success ? { name: name.trim(), address } : null;
}
