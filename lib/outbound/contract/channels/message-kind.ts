import type { z } from "zod";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Message } from "./message.ts";

/** A kind of message: the schema of its payload, and its words. */
export type MessageKind<Payload extends object = object> = {
  /** A strict object without personal data: fields outside the schema are never sent. */
  payload: z.ZodType<Payload>;
  /** A valid payload with every field; the tests try hostile texts in it. */
  example: Payload;
  /**
   * The words for people; mail and chat do not carry a kind without them. The payload is untrusted: renderers of mail and
   * chat escape these texts.
   */
  message?: (payload: Payload, locale: Locale) => Message;
};

/** Checks that the parts of a kind fit each other, and forgets the type of its payload. */
export const messageKind = <Payload extends object>(kind: MessageKind<Payload>): MessageKind =>
  kind as unknown as MessageKind;
