import { z } from "zod";
import { givenPassword, secondFactorCode } from "./user-input.ts";

export const passwordChange = z.strictObject({ current_password: givenPassword, new_password: givenPassword });
export type PasswordChange = z.infer<typeof passwordChange>;

export const enrolmentConfirmation = z.strictObject({ code: secondFactorCode });
