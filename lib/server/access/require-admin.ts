import { notFound } from "next/navigation";
import { requireUser } from "./session.ts";

/** For others there are no such pages. Each page asks for itself: a layout is not rendered anew on each navigation. */
export async function requireAdmin(): Promise<void> {
  if ((await requireUser()).role !== "admin") notFound();
}
