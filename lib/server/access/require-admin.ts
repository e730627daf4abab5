import { notFound } from "next/navigation";
import { requireUser } from "./session.ts";

/**
 * The admin who is here; for others there are no such pages. Each page asks for itself: a layout is not rendered anew on
 * each navigation.
 */
export async function requireAdmin(): ReturnType<typeof requireUser> {
  const user = await requireUser();
  if (user.role !== "admin") notFound();
  return user;
}
