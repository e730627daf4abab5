import { notFound } from "next/navigation";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { PasswordsSection } from "#components/settings/passwords-section.tsx";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { env } from "#lib/server/base/env.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("passwords");

/** Who may still sign in by a password, for admins where a provider signs people in; 404 for others. */
export default async function SignInPage() {
  await requirePermission("users.manage");
  if (!env().OIDC_ISSUER) notFound();
  return (
    <RouteMessages of="passwords">
      <div className="max-w-4xl">
        <PasswordsSection />
      </div>
    </RouteMessages>
  );
}
