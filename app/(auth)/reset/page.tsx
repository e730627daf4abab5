import { LinkForm } from "#components/access/link-form.tsx";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("access.link.title.reset");

/** The token of the link is in the URL fragment, which browsers do not send: the form reads it. */
export default function ResetPage() {
  return <LinkForm purpose="reset" />;
}
