import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ReplacementView } from "#components/webhook/replacement-view.tsx";
import { identifier } from "#lib/contract/fields.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("webhooks.replace"))("title") };
}

type Props = { params: Promise<{ webhook_id: string }> };

/** A webhook's secret is replaced, step by step; the address leads back to the current step. */
export default async function ReplacePage({ params }: Props) {
  await requirePermission("webhooks.manage");
  const id = identifier.safeParse(decodeSegment((await params).webhook_id)).data;
  if (id === undefined) notFound();
  return <ReplacementView id={id} />;
}
