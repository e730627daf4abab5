import type { ReactNode } from "react";
import { useCurrentUser } from "#components/page/current-user.tsx";
import type { Permission } from "#lib/contract/access/permissions.ts";

/** The permission to change each part of the settings. */
const CHANGED_BY = {
  alerts: "settings.manage",
  "custody-settings": "privacy.manage",
  originals: "settings.manage",
  "file-titles": "settings.manage",
  passwords: "users.manage",
  "need-to-know": "settings.manage",
  "review-policy": "reviews.policy",
} as const satisfies Record<string, Permission>;

/** A part of the settings. For readers who may not change it the browser disables its controls; buttons are not drawn. */
export function Changeable({ of, children }: { of: keyof typeof CHANGED_BY; children: ReactNode }) {
  if (useCurrentUser().may(CHANGED_BY[of])) return children;
  return (
    <fieldset disabled className="min-w-0 space-y-4 [&_[data-slot=button]]:hidden">
      {children}
    </fieldset>
  );
}
