import { headers } from "next/headers";
import type { ReactNode } from "react";
import { AccountNotices } from "#components/access/account-notices.tsx";
import { StepUpProvider } from "#components/access/step-up-provider.tsx";
import { CurrentUserProvider } from "#components/kit/current-user.tsx";
import { EarlyKeys } from "#components/kit/early-keys.tsx";
import { OriginalsProvider } from "#components/kit/originals.tsx";
import { type AllMessages, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { EnrolmentFrame, Shell } from "#components/kit/shell/shell.tsx";
import { PageTips } from "#components/kit/tip-area.tsx";
import { readWays } from "#lib/access/server/account.ts";
import { listNotices } from "#lib/access/server/account-notices.ts";
import { requireSession } from "#lib/access/server/session.ts";
import { statusOptions } from "#lib/core/browser/status.ts";
import { fieldsOfTemplate } from "#lib/core/contract/verifications/originals.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { getSystemStatus } from "#lib/core/server/status/status.ts";
import { readOriginals } from "#lib/core/server/verifications/originals.ts";
import { soleAccountName } from "#lib/desk/server/list/sole-account.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { preferredTheme } from "#lib/platform/server/i18n/preferences.ts";

/** Messages of every page behind the sign-in: its frame with the cover of an ended session, and the marks of files. */
const words = (all: AllMessages) => {
  const { curpEnds, curpHidden, numbered, outcomes, unnamed } = all.people;
  const { documentsStatus, incomplete, itemError, itemType, items, notFound, severity, status, time } =
    all.verification;
  const { missing, unknown } = all.verifications.table;
  return {
    ...pick(all, "keys-help", "marks", "notices", "shell"),
    access: pick(all.access, "ending", "notices", "provider", "signIn", "stepUp"),
    people: { curpEnds, curpHidden, numbered, outcomes, unnamed },
    // The last step is undone on any page.
    "review-actions": pick(all["review-actions"], "sendKey", "undo", "working"),
    "review-file": pick(all["review-file"], "problem", "undo"),
    verification: {
      ...{ documentsStatus, incomplete, itemError, itemType, notFound, severity, status, time },
      items: pick(items, "kind", "open", "possibleCause", "state"),
    },
    verifications: { table: { missing, unknown } },
    // The command palette finds built-in views by name.
    views: { builtIn: all.views.builtIn },
  };
};

/** Every page checks the session too: Next does not render a layout again on each navigation. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [{ user, mustEnrol, mustChangePassword }, theme, requested] = await Promise.all([
    requireSession(),
    preferredTheme(),
    headers(),
  ]);
  const { id, email, name, role } = user;
  const mustActFirst = mustEnrol || mustChangePassword;
  const client = makeQueryClient();
  const [listed, account, { template }, { ways }] = await Promise.all([
    listNotices(id),
    soleAccountName(),
    readOriginals(),
    readWays(id),
    // A banner of a problem that appeared after the page would move the page under the pointer.
    mustActFirst || client.prefetchQuery({ ...statusOptions(), queryFn: () => getSystemStatus() }),
  ]);
  const shown = { email, name, role };
  const page = (
    <>
      <AccountNotices notices={listed} />
      {children}
    </>
  );
  return (
    <RouteMessages words={words} client={await coverPage(role, client)}>
      <CurrentUserProvider {...shown} id={id} ways={ways}>
        <PageTips />
        <StepUpProvider>
          {mustActFirst ? (
            <EnrolmentFrame user={shown} theme={theme}>
              {page}
            </EnrolmentFrame>
          ) : (
            <OriginalsProvider fields={template === null ? null : fieldsOfTemplate(template)}>
              <EarlyKeys nonce={requested.get("x-nonce") ?? ""} />
              <Shell user={shown} theme={theme} sandbox={env().sandbox} version={VERSION} account={account}>
                {page}
              </Shell>
            </OriginalsProvider>
          )}
        </StepUpProvider>
      </CurrentUserProvider>
    </RouteMessages>
  );
}
