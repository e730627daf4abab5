import type { ReactNode } from "react";
import { Shell } from "#components/shell/shell.tsx";
import { requireUser } from "#lib/server/access/session.ts";
import { env } from "#lib/server/env.ts";
import { preferredTheme } from "#lib/server/i18n/preferences.ts";

/** Every page checks the session again for itself: a layout is not rendered anew on each navigation. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [user, theme] = await Promise.all([requireUser(), preferredTheme()]);
  return (
    <Shell user={user} theme={theme} sandbox={env().sandbox}>
      {children}
    </Shell>
  );
}
