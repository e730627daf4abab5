import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SetupForm } from "#components/access/setup-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("access.setup"))("title") };
}

/** The link's token is in the fragment, which no server sees: the form reads it there. */
export default function SetupPage() {
  return <SetupForm />;
}
