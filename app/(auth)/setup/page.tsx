import { SetupForm } from "#components/access/setup-form.tsx";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("access.setup.title");

/** The token of the link is in the URL fragment, which browsers do not send: the form reads it. */
export default function SetupPage() {
  return <SetupForm />;
}
