import { SetupForm } from "#components/access/setup-form.tsx";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("access.setup");

/** The link's token is in the fragment, which no server sees: the form reads it there. */
export default function SetupPage() {
  return <SetupForm />;
}
