import { z } from "zod";
import { givenPassword, personName } from "./user-input.ts";

/** The token travels in the address's fragment and in a body, never in a request line. */
const token = z.string().min(20).max(100);

export const linkToken = z.strictObject({ token });

export const linkAcceptance = z.strictObject({ token, name: personName.optional(), password: givenPassword });
export type LinkAcceptance = z.infer<typeof linkAcceptance>;

export const setupInput = z.strictObject({
  token,
  email: z.email().max(320),
  name: personName,
  password: givenPassword,
});
export type SetupInput = z.infer<typeof setupInput>;
