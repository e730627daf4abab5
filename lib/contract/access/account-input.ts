import { z } from "zod";
import { givenPassword, secondFactorCode } from "./user-input.ts";

/** `code`: of whoever has a second factor. */
export const passwordChange = z.strictObject({
  current_password: givenPassword,
  new_password: givenPassword,
  code: secondFactorCode.optional(),
});
export type PasswordChange = z.infer<typeof passwordChange>;

/** Body of `POST /api/account/notices`: those that were shown. */
export const noticesSeen = z.strictObject({ ids: z.array(z.uuid()).min(1).max(10) });

export const enrolmentConfirmation = z.strictObject({ code: secondFactorCode });
