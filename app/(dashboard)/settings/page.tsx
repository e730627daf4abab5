import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { PageMessagesProvider } from "#components/page/page-messages.tsx";
import { OriginalsSection } from "#components/settings/originals-section.tsx";
import { PoliciesSection } from "#components/settings/policies-section.tsx";
import { ReviewPolicySection } from "#components/settings/review-policy-section.tsx";
import { SystemSection } from "#components/settings/system-section.tsx";
import { TitleFieldsSection } from "#components/settings/title-fields-section.tsx";
import { readPolicies } from "#lib/server/access/policies.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { factMessages } from "#lib/server/i18n/page-messages.ts";
import { readSystem } from "#lib/server/status/system.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell.pages"))("settings") };
}

/** The settings of the whole installation, for admins; 404 for others. */
export default async function SettingsPage() {
  const { email } = await requirePermission("settings.manage");
  const [t, messages, groups, system] = await Promise.all([
    getTranslations("shell.pages"),
    getMessages(),
    readPolicies(),
    readSystem(),
  ]);
  return (
    <div className="max-w-6xl space-y-5">
      <h1 className="font-semibold text-xl tracking-tight">{t("settings")}</h1>
      <PageMessagesProvider
        messages={{
          ...(await factMessages()),
          "file-titles": messages["file-titles"],
          originals: messages.originals,
          policies: messages.policies,
          "review-policy": messages["review-policy"],
          system: messages.system,
        }}
      >
        <TitleFieldsSection email={email} />
        <OriginalsSection email={email} />
        <ReviewPolicySection email={email} />
        <PoliciesSection groups={groups} />
        <SystemSection system={system} />
      </PageMessagesProvider>
    </div>
  );
}
