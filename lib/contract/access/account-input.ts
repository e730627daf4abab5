import { z } from "zod";
import { givenPassword, secondFactorCode } from "./user-input.ts";

/** `code`: of whoever has a second factor. */
export const passwordChange = z.strictObject({
  current_password: givenPassword,
  new_password: givenPassword,
  code: secondFactorCode.optional(),
});
export type PasswordChange = z.infer<typeof passwordChange>;

export const enrolmentConfirmation = z.strictObject({ code: secondFactorCode });
