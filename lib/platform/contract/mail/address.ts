import { z } from "zod";
import { isMailAddress } from "./is-mail-address.ts";

export const mailAddress = z.string().refine(isMailAddress, "must be one mail address");

export type Sender = { name: string; address: string };

const NAME_WITH_ADDRESS = /^(?<name>[^\p{Cc}"<>,;:@\\]{1,100}?)\s*<(?<address>[^<>]+)>$/u;

/** The sender in `address` or `Name <address>`; null for anything else. */
export function senderOf(text: string): Sender | null {
  const { name = "", address = text } = NAME_WITH_ADDRESS.exec(text)?.groups ?? {};
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}
