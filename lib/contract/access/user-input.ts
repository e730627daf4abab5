import { z } from "zod";
import { PASSWORD_MAX } from "./password-rule.ts";
import { ROLES } from "./user.ts";

/** A password as it was typed: what is wrong with a new one is said by codes of its own. */
export const givenPassword = z.string().min(1).max(PASSWORD_MAX);

export const personName = z.string().trim().min(1).max(200);

/** Six digits of the authenticator, or a recovery code, as typed. */
export const secondFactorCode = z.string().trim().min(1).max(50);

/** Body of `POST /api/users`; without a password the person is invited by a link. */
export const newUser = z.strictObject({
  email: z.string().trim().pipe(z.email().max(320)),
  name: personName,
  role: z.enum(ROLES),
  password: givenPassword.optional(),
});
export type NewUser = z.infer<typeof newUser>;

/** Body of `PATCH /api/users/{id}`. */
export const userChange = z
  .strictObject({ name: personName.optional(), role: z.enum(ROLES).optional(), disabled: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0);
export type UserChange = z.infer<typeof userChange>;
