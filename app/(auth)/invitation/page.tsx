import { LinkForm } from "#components/access/link-form.tsx";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("access.link", "title.invitation");

/** The link's token is in the fragment, which no server sees: the form reads it there. */
export default function InvitationPage() {
  return <LinkForm purpose="invitation" />;
}
