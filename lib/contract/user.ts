import { z } from "zod";

export const ROLES = ["compliance", "support", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** What POST and GET `/api/session` answer under `user`. */
export const sessionUser = z.object({ email: z.string(), name: z.string(), role: z.enum(ROLES) });
export type SessionUser = z.infer<typeof sessionUser>;

export const credentials = z.strictObject({
  email: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1000),
});
export type Credentials = z.infer<typeof credentials>;
