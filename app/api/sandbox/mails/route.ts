import type { KeptMails } from "#lib/contract/mail/kept-mail.ts";
import { env } from "#lib/server/base/env.ts";
import { notFound } from "#lib/server/base/errors.ts";
import { route } from "#lib/server/http/route.ts";
import { listKeptMails } from "#lib/server/mail/kept-mails.ts";

/** The mails that were kept instead of sent, newest first: with the embedded service and without a mail server. */
export const GET = route({ access: "sandbox.play" }, async (): Promise<KeptMails> => {
  if (!env().sandbox) throw notFound("The embedded service");
  return { items: await listKeptMails() };
});
