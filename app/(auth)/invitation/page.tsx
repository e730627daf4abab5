import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkForm } from "#components/access/link-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("access.link"))("title.invitation") };
}

/** The link's token is in the fragment, which no server sees: the form reads it there. */
export default function InvitationPage() {
  return <LinkForm purpose="invitation" />;
}
