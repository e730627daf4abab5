import { notFound } from "next/navigation";
import { requireUser } from "#lib/server/access/session.ts";

/** Whatever has no page, inside the shell. Who is not signed in learns nothing about which pages exist. */
export default async function NowherePage() {
  await requireUser();
  notFound();
}
