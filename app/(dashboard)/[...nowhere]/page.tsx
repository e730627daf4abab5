import { notFound } from "next/navigation";
import { requireSession } from "#lib/access/server/session.ts";

/** 404 inside the shell. A visitor without a session learns nothing about existing pages. */
export default async function NowherePage() {
  await requireSession();
  notFound();
}
