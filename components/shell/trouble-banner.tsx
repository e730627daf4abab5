"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useNow, useTranslations } from "next-intl";
import { overdue } from "#components/keys/replacement/overdue.ts";
import { RelativeInstant } from "#components/time/instant.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApiError } from "#lib/browser/api.ts";
import { keyReplacementsOptions } from "#lib/browser/key-replacements.ts";
import { statusOptions } from "#lib/browser/status.ts";
import type { SessionUser } from "#lib/contract/user.ts";
import { ConnectReceiver } from "./connect-receiver.tsx";
import { troublesOf } from "./troubles.ts";

/** What is wrong with the service or the receiver, what that means for what is shown, and the way out. */
export function TroubleBanner({ user: { role, email } }: { user: SessionUser }) {
  const t = useTranslations("shell.trouble");
  const { data, error, refetch } = useQuery(statusOptions());
  const unknown = error instanceof ApiError && error.status !== 401;
  const troubles = data && !unknown ? troublesOf(data) : [];
  return (
    <div role="status" className="empty:hidden">
      {unknown && (
        <Row title={t("unknown.title")} body={t("unknown.body")}>
          <Button variant="outline" size="sm" onClick={() => refetch()}>
            {t("retry")}
          </Button>
        </Row>
      )}
      {troubles.map(({ trouble, since }) => (
        <Row key={trouble} title={t(`${trouble}.title`)} body={t(`${trouble}.body`)} since={since}>
          {role === "admin" && trouble === "receiver_missing" && <ConnectReceiver label={t("connect")} email={email} />}
          {role === "admin" && trouble === "receiver_silent" && <ConnectReceiver label={t("repair")} email={email} />}
          {role === "admin" && trouble === "service_unauthorized" && <ToKeys label={t("enterKey")} />}
        </Row>
      ))}
      {role === "admin" && <Reminders />}
    </div>
  );
}

const REMINDED_EVERY_MS = 60_000;

/** Rotations of keys used elsewhere that nobody has gone on with: two keys work where one should. */
function Reminders() {
  const t = useTranslations("shell.trouble");
  const now = useNow({ updateInterval: REMINDED_EVERY_MS });
  const { data } = useQuery({ ...keyReplacementsOptions(), refetchInterval: REMINDED_EVERY_MS });
  return overdue(data ?? [], now).map(({ id, old_name: name, started_at }) => (
    <Row key={id} title={t("rotation_open.title", { name })} body={t("rotation_open.body")} since={started_at}>
      <ToKeys label={t("rotation_open.goOn")} />
    </Row>
  ));
}

function ToKeys({ label }: { label: string }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link href="/keys">{label}</Link>
    </Button>
  );
}

function Row(props: { title: string; body: string; since?: string | null; children?: React.ReactNode }) {
  const t = useTranslations("shell.trouble");
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-border border-b bg-medium/10 px-4 py-2.5 text-sm md:px-6">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-medium" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">{props.title}</strong>{" "}
        <span className="text-muted-foreground">
          {props.body}
          {props.since && (
            <>
              {" "}
              {t("since")} <RelativeInstant at={props.since} />.
            </>
          )}
        </span>
      </p>
      {props.children}
    </div>
  );
}
