import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MissingView } from "#components/deliveries/missing/missing-view.tsx";
import { requireAdmin } from "#lib/server/access/require-admin.ts";
import { readReceivers } from "./receivers.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("deliveries.tabs"))("missing") };
}

export default async function MissingPage() {
  await requireAdmin();
  return <MissingView receivers={await readReceivers()} />;
}
