import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { FirstSteps } from "#components/overview/first-steps.tsx";
import { OverviewView } from "#components/overview/overview-view.tsx";
import { PageMessagesProvider } from "#components/page/page-messages.tsx";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { overviewOptions } from "#lib/browser/status.ts";
import { firstStepsOf } from "#lib/contract/access/first-steps.ts";
import { readFirstSteps } from "#lib/server/access/first-steps.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { firstStepsHidden } from "#lib/server/i18n/preferences.ts";
import { getOverview } from "#lib/server/verifications/list/overview.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("overview"))("title") };
}

export default async function OverviewPage() {
  const { role, email } = await requirePermission("overview.read");
  const [t, overview, done, messages] = await Promise.all([
    getTranslations("overview"),
    getOverview(),
    firstStepsHidden().then((hidden) => (hidden ? null : readFirstSteps())),
    getMessages(),
  ]);
  const client = makeQueryClient();
  client.setQueryData(overviewOptions().queryKey, overview);
  return (
    <PageMessagesProvider
      messages={{
        overview: messages.overview,
        // A step that changes what holds for everybody may ask for the password.
        ...(done && { "first-steps": messages["first-steps"], access: messages.access }),
      }}
    >
      <div className="max-w-7xl space-y-4">
        <h1 className="font-semibold text-xl tracking-tight">{t("title")}</h1>
        {done && firstStepsOf(role, done).length > 0 && <FirstSteps role={role} email={email} done={done} />}
        <HydrationBoundary state={dehydrate(client)}>
          <OverviewView />
        </HydrationBoundary>
      </div>
    </PageMessagesProvider>
  );
}
