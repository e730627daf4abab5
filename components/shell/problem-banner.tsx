"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { statusOptions } from "#lib/browser/status.ts";
import { may } from "#lib/contract/access/permissions.ts";
import type { SessionUser } from "#lib/contract/access/user.ts";
import { REPAIRABLE, ToKeys, TroubleRow, troublesOf } from "./problems.tsx";

// What admins alone are offered, and seldom: its code comes when it is.
const ConnectReceiver = dynamic(() => import("./connect-receiver.tsx").then((module) => module.ConnectReceiver));
const Reminders = dynamic(() => import("./overdue-reminders.tsx").then((module) => module.TroubleReminders), {
  ssr: false,
});

/** What is wrong with the service or the receiver, what that means for what is shown, and the way out. */
export function TroubleBanner({ user: { role, email } }: { user: SessionUser }) {
  const t = useTranslations("shell.trouble");
  const { data, error, refetch } = useQuery(statusOptions());
  const unknown = error instanceof ApiError && error.status !== 401;
  const troubles = data && !unknown ? troublesOf(data) : [];
  return (
    <div role="status" className="empty:hidden">
      {unknown && (
        <TroubleRow title={t("unknown.title")} body={t("unknown.body")}>
          <Button variant="outline" size="sm" onClick={() => refetch()}>
            {t("retry")}
          </Button>
        </TroubleRow>
      )}
      {troubles.map(({ trouble, since, values = {} }) => (
        <TroubleRow key={trouble} title={t(`${trouble}.title`)} body={t(`${trouble}.body`, values)} since={since}>
          {may(role, "webhooks.manage") && trouble === "receiver_missing" && (
            <ConnectReceiver label={t("connect")} email={email} />
          )}
          {may(role, "webhooks.manage") && REPAIRABLE.has(trouble) && (
            <ConnectReceiver label={t("repair")} email={email} />
          )}
          {may(role, "keys.manage") && trouble === "service_unauthorized" && <ToKeys label={t("enterKey")} />}
        </TroubleRow>
      ))}
      {may(role, "keys.manage") && <Reminders />}
    </div>
  );
}
