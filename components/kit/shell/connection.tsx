import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense } from "react";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { receiverTestOptions } from "#lib/core/browser/status.ts";
import { type Connection, type ConnectionAction, isWell } from "#lib/core/contract/connection.ts";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import type { Permission } from "#lib/platform/contract/permissions.ts";
import { Button } from "@/components/ui/button";
import { ProblemRow, WayOut } from "./problem-row.tsx";

// Rarely needed, and by admins only, so its code is loaded on demand.
const ConnectReceiver = lazy(() =>
  import("./connect-receiver.tsx").then((code) => ({ default: code.ConnectReceiver })),
);

/** The right that each action needs. */
const RIGHTS = {
  connect: "webhooks.manage",
  repair: "webhooks.manage",
  enter_key: "keys.manage",
  show_refusals: "deliveries.manage",
} as const satisfies Record<NonNullable<ConnectionAction>, Permission>;

type Props = { connection: Connection; status: SystemStatus };

/** The cause in a sentence. */
export function useConnectionTitle(): (props: Props) => string {
  const t = useTranslations("shell.connection");
  return ({ connection: { cause }, status }) => t(`${cause}.title`, { code: status.service.code ?? "" });
}

/** The effect of the cause, whether events arrive in spite of it, and the remedy, for administrators. */
export function ConnectionBody({ connection: { cause, reception, action }, status }: Props): ReactNode {
  const t = useTranslations("shell.connection");
  const { service, receiver } = status;
  const at =
    cause === "key_restored" ? service.restored_from : cause === "waiting" ? receiver.since : receiver.checked_at;
  const known = String(at !== null);
  const isPutOff = cause.startsWith("storage_") && isWell(reception);
  return (
    <span>
      <span key={cause}>{t.rich(`${cause}.body`, { known, at: () => at && <ExactInstant at={at} /> })}</span>
      {cause !== reception && <span>{` ${t(`events.${isPutOff ? "putOff" : reception}`)}`}</span>}
      {action && action !== "show_refusals" && <span>{` ${t(`remedy.${action}`)}`}</span>}
    </span>
  );
}

/** A problem of the connection: admins read the remedy, other roles the effect on their work and the cause to report. */
export function ConnectionProblem({ connection, status }: Props): ReactNode {
  const t = useTranslations("shell.connection.others");
  const { may } = useCurrentUser();
  const title = useConnectionTitle()({ connection, status });
  const { cause, reception, since, action } = connection;
  if (may("webhooks.manage")) {
    return (
      <ProblemRow title={title} body={<ConnectionBody {...{ connection, status }} />} since={since}>
        <ConnectionButton action={action} />
      </ProblemRow>
    );
  }
  const effect = cause.startsWith("storage_") ? "saving" : cause === reception ? "arrival" : "reading";
  return <ProblemRow title={t(`${effect}.title`)} body={t(`${effect}.body`, { cause: title })} since={since} />;
}

/** The action of a cause, for readers with its permission. */
export function ConnectionButton({ action }: { action: ConnectionAction }): ReactNode {
  const t = useTranslations("shell.connection.action");
  const { may } = useCurrentUser();
  if (!action || !may(RIGHTS[action])) return null;
  const label = t(action);
  if (action === "enter_key") return <WayOut href="/keys" label={label} />;
  if (action === "show_refusals") return <WayOut href="/deliveries/refusals" label={label} />;
  // While the code loads, a placeholder has the size of the button: the page does not move.
  const place = (
    <Button variant="outline" size="sm" className="invisible">
      {label}
    </Button>
  );
  return (
    <Suspense fallback={place}>
      <ConnectReceiver label={label} />
    </Suspense>
  );
}

/** Warns after connecting if the address of the webhook did not answer this dashboard, until an event arrives. */
export function UnreachableAddress({ lastEventAt }: { lastEventAt: string | null }): ReactNode {
  const t = useTranslations("shell.connection.test");
  const { data: test } = useQuery(receiverTestOptions());
  if (!test || test.result === "reached" || (lastEventAt !== null && lastEventAt > test.at)) return null;
  const cause = t(`cause.${test.result}`, { status: test.status ?? 0, code: test.code ?? "none" });
  return <ProblemRow title={t("title", { cause })} body={t("body")} />;
}
