import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, KeyRound, type LucideIcon, TriangleAlert, Unplug } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { CopyId } from "#components/kit/copy.tsx";
import { Fact } from "#components/kit/fact.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { Section } from "#components/kit/section.tsx";
import { ConnectionBody, ConnectionButton, useConnectionTitle } from "#components/kit/shell/connection.tsx";
import { TextLink } from "#components/kit/text-link.tsx";
import { ExactInstant, RelativeInstant, useClock } from "#components/kit/time.tsx";
import { Waiting } from "#components/kit/waiting.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import { connectReceiver, receiverKeys, receiverOptions, statusKeys, statusOptions } from "#lib/core/browser/status.ts";
import { webhookKeys } from "#lib/core/browser/webhooks.ts";
import { type ConnectionCause, connectionOf, isWell } from "#lib/core/contract/connection.ts";
import { REFUSAL_REASONS } from "#lib/core/contract/deliveries/delivery.ts";
import type { ReceiverEnsured, ReceiverState, SystemStatus } from "#lib/core/contract/status.ts";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** The dashboard's own webhook: whether events arrive, the cause if not, and the action that solves it. */
export function OwnSection() {
  const t = useTranslations("webhooks.own");
  const action = useTranslations("shell.connection.action");
  const client = useQueryClient();
  const receiver = useQuery(receiverOptions());
  const status = useQuery(statusOptions());
  const now = useClock().getTime();
  const [did, setDid] = useState<ReceiverEnsured["did"] | null>(null);
  const { run, isPending, error, stepUp } = useSecretChange(() => connectReceiver(client), {
    to: () => t("confirmTo"),
    onSuccess: (ensured) => {
      setDid(ensured.did);
      client.setQueryData(receiverKeys.all, ensured);
    },
    changes: [receiverKeys.all, webhookKeys.all, statusKeys.all],
  });
  const data = receiver.data;
  const connection = status.data && connectionOf(status.data, now);
  const connect = () => {
    setDid(null);
    run(undefined);
  };
  return (
    <Section
      id="own"
      title={t("title")}
      aside={
        data?.webhook_id && data.state === "connected" ? (
          <Link
            href={`/webhooks/${encodeURIComponent(data.webhook_id)}/replace`}
            className="inline-flex min-h-8 items-center gap-1.5 text-[0.8125rem] text-primary underline-offset-2 hover:underline"
          >
            <KeyRound aria-hidden className="size-3.5" />
            {t("replaceSecret")}
          </Link>
        ) : null
      }
    >
      <div className="space-y-4">
        {!(data && connection) && !receiver.error && (
          <Waiting label={t("loading")}>
            <Skeleton className="h-32 w-full" />
          </Waiting>
        )}
        {!data && <ActionFailure words="webhooks.trouble" error={receiver.error} action="connect" />}
        {data && status.data && connection && (
          <>
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
              <ConnectionLine connection={connection} status={status.data} />
              {connection.action === "enter_key" ? (
                <ConnectionButton action="enter_key" />
              ) : (
                // Without a known problem the webhook can be checked, which repairs what is found.
                <Button
                  variant={isWell(connection.cause) ? "outline" : "default"}
                  aria-disabled={isPending}
                  onClick={connect}
                >
                  {action(isPending ? "working" : data.state === "missing" ? "connect" : "repair")}
                </Button>
              )}
            </div>
            <OwnDetails problems={status.data.receiver.problems} missing={data.missing_events} />
            <div role="status" className="empty:hidden">
              {did && !error && <p className="text-muted-foreground text-sm">{t(`did.${did}`)}</p>}
            </div>
            <ActionFailure words="webhooks.trouble" error={error} action="connect" />
            <OwnFacts state={data} />
          </>
        )}
      </div>
      {stepUp}
    </Section>
  );
}

const ICONS: { [cause in ConnectionCause]?: readonly [icon: LucideIcon, tone: string] } = {
  live: [CircleCheck, "text-done"],
  quiet: [CircleDashed, "text-muted-foreground"],
  waiting: [CircleDashed, "text-muted-foreground"],
  creating: [CircleDashed, "text-waiting"],
  silence: [TriangleAlert, "text-medium"],
  refused: [TriangleAlert, "text-medium"],
  missing_events: [TriangleAlert, "text-medium"],
  service_failing: [TriangleAlert, "text-medium"],
  service_forbidden: [TriangleAlert, "text-medium"],
  missing: [Unplug, "text-failed"],
};

/** The state in the words of the banner. */
function ConnectionLine(props: ComponentProps<typeof ConnectionBody>) {
  const titleOf = useConnectionTitle();
  const [Icon, tone] = ICONS[props.connection.cause] ?? [CircleX, "text-failed"];
  return (
    <p className="flex min-w-0 flex-1 basis-72 items-start gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <span>
        <strong className="block font-semibold">{titleOf(props)}</strong>
        <span className="text-muted-foreground">
          <ConnectionBody {...props} />
        </span>
      </span>
    </p>
  );
}

/** Pages with details of problems that a repair cannot solve. */
const DETAIL_PAGES = { refused: "/deliveries/refusals", silence: "/deliveries/missing" } as const;

type DetailsProps = { problems: SystemStatus["receiver"]["problems"]; missing: readonly string[] };

/** The names of missing events, and links to pages about the other problems. */
function OwnDetails({ problems, missing }: DetailsProps) {
  const t = useTranslations("webhooks.own.problem");
  return (
    <div className="space-y-2 text-sm empty:hidden">
      {missing.length > 0 && (
        <Remark mark="warning">{t("missing_events", { count: missing.length, names: missing.join(", ") })}</Remark>
      )}
      {(["refused", "silence"] as const).map(
        (problem) =>
          problems.includes(problem) && (
            <p key={problem}>
              <Link href={DETAIL_PAGES[problem]} className="text-primary underline-offset-2 hover:underline">
                {t(problem)}
              </Link>
            </p>
          ),
      )}
    </div>
  );
}

function OwnFacts({ state: { url, webhook_id, last_delivery_at, last_refusal } }: { state: ReceiverState }) {
  const t = useTranslations("webhooks.own.fact");
  const absent = (words: "none" | "never" | "noRefusal") => <span className="text-muted-foreground">{t(words)}</span>;
  const more = (href: string, words: "deliveries" | "refusals") => (
    <TextLink href={href} className="ml-2 text-xs">
      {t(words)}
    </TextLink>
  );
  return (
    <dl className="grid gap-x-8 gap-y-3 border-border border-t pt-4 text-sm sm:grid-cols-2">
      <Fact name={t("address")}>
        {url === null ? (
          absent("none")
        ) : (
          <span translate="no" className="wrap-anywhere font-mono text-xs">
            {url}
          </span>
        )}
      </Fact>
      <Fact name={t("webhook")}>
        {webhook_id === null ? absent("none") : <CopyId id={webhook_id} label={t("copyId")} />}
      </Fact>
      <Fact name={t("lastDelivery")}>
        {last_delivery_at === null && <>{absent("never")}</>}
        {last_delivery_at !== null && (
          <span>
            <RelativeInstant at={last_delivery_at} /> {more("/deliveries", "deliveries")}
          </span>
        )}
      </Fact>
      <Fact name={t("lastRefusal")}>
        {last_refusal === null && <>{absent("noRefusal")}</>}
        {last_refusal !== null && (
          <span>
            <ExactInstant at={last_refusal.at} />, <ReasonWords reason={last_refusal.reason} />
            {more("/deliveries/refusals", "refusals")}
          </span>
        )}
      </Fact>
    </dl>
  );
}

function ReasonWords({ reason }: { reason: string }) {
  const t = useTranslations("deliveries.refusals.reasons");
  const known = REFUSAL_REASONS.find((name) => name === reason);
  return <span>{known ? t(`${known}.title`).toLowerCase() : reason}</span>;
}
