import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { SandboxView } from "#components/sandbox/sandbox-view.tsx";
import { SANDBOX_ROLES } from "#lib/contract/sandbox-roles.ts";
import { requireUser } from "#lib/server/access/session.ts";
import { env } from "#lib/server/env.ts";

export async function generateMetadata(): Promise<Metadata> {
  return env().sandbox ? { title: (await getTranslations("sandbox"))("title") } : {};
}

/** Where the embedded service is played. Against a real one there is no such page, nor for who may not play. */
export default async function SandboxPage() {
  const { role } = await requireUser();
  if (!env().sandbox || !SANDBOX_ROLES.some((allowed) => allowed === role)) notFound();
  const [t, { sandbox, verification }] = await Promise.all([getTranslations("sandbox"), getMessages()]);
  const { status, documentsStatus, eventName } = verification;
  return (
    <div className="max-w-7xl space-y-5">
      <header className="max-w-3xl space-y-1">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        <p className="text-muted-foreground text-sm">{t("lede")}</p>
      </header>
      <NextIntlClientProvider messages={{ sandbox, verification: { status, documentsStatus, eventName } }}>
        <SandboxView />
      </NextIntlClientProvider>
    </div>
  );
}
